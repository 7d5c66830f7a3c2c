#pragma once

#include "toolkit/sandbox/sandbox.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/tool/answer_text.hpp"
#include "toolkit/tool/parameter.hpp"
#include "toolkit/workspace/workspace.hpp"

// What a tool answers: a JSON object. Every string in it must be valid UTF-8. Where it has too many values to hold as such, a
// tool answers an AnswerText.
using Answer = Json;

// A tool without its Request type: what serve() needs.
struct Contract {
    std::string name;
    std::string summary;
    std::vector<Field> parameters;
    std::vector<Field> flags;
    Sandbox sandbox;
    int timeout_seconds;
    // Both take a checked object with canonical names. apply_flags is called once, before the sandbox.
    std::function<void(Json flags)> apply_flags;
    std::function<void(const Workspace&)> prepare; // may be empty
    std::function<Json()> effects; // what the programs that it runs may do; may be empty
    std::function<AnswerText(Json request, const Workspace&)> run;
};

// The whole life of a tool process. --describe, --help and --version answer and end; else: the command line
// is read, the workspace opened, the sandbox entered, and only then the request read, checked, run and
// answered. Returns the exit status of the contract: 0 answered, 1 failed, 2 bad request or command line, 3
// no sandbox.
int serve(Contract contract, int argc, char** argv);

// A function that answers an Answer, or the text of one. By its type, so that others may have the same name.
template<class Request>
class Work {
public:
    // NOLINTBEGIN(google-explicit-constructor): a function is one
    Work(Answer (*function)(const Request&, const Workspace&))
        : work(function)
    {
    }
    Work(AnswerText (*function)(const Request&, const Workspace&))
        : work(function)
    {
    }
    // NOLINTEND(google-explicit-constructor)

    AnswerText operator()(const Request& request, const Workspace& workspace) const
    {
        return work(request, workspace);
    }

private:
    std::function<AnswerText(const Request&, const Workspace&)> work;
};

// The declaration of a tool; see docs/contract.md for what a call looks like from outside.
template<class Request>
struct Tool {
    std::string name;
    std::string summary; // for the model: one sentence, or a few
    std::vector<Parameter<Request>> parameters; // the model's, by stdin
    std::vector<Parameter<Request>> flags = {}; // the operator's, by argv
    Sandbox sandbox = {}; // nothing is allowed unless it is named
    int timeout_seconds = 30; // what tools.json gives a call
    // Called once, after the flags are in Request and before the sandbox and stdin: the only place where a
    // tool may look outside the workspace. A tool with Programs::by_policy locks itself in here.
    void (*prepare)(Request&, const Workspace&) = nullptr;
    // For --describe, with Programs::by_policy: an object of what the programs may do with these flags. Its
    // `sandbox` says what confines them.
    Json (*effects)(const Request& flags) = nullptr;
    Work<Request> run;

    int main(int argc, char** argv) const
    {
        Request settings;
        Contract contract {
            name, summary, fields_of(parameters), fields_of(flags), sandbox, timeout_seconds, {}, {}, {}, {}};
        contract.apply_flags = [&](Json json) { assign(flags, settings, json); };
        if (prepare)
            contract.prepare = [&](const Workspace& workspace) { prepare(settings, workspace); };
        if (effects)
            contract.effects = [&] { return effects(settings); };
        contract.run = [&](Json json, const Workspace& workspace) {
            Request request = settings;
            assign(parameters, request, json);
            return run(request, workspace);
        };
        return serve(contract, argc, argv);
    }

private:
    static std::vector<Field> fields_of(const std::vector<Parameter<Request>>& table)
    {
        std::vector<Field> fields;
        fields.reserve(table.size());
        for (const auto& parameter : table)
            fields.push_back(parameter.field);
        return fields;
    }

    static void assign(const std::vector<Parameter<Request>>& table, Request& request, Json& json)
    {
        for (const auto& parameter : table)
            if (const auto value = json.find(parameter.field.name); value != json.end()) {
                parameter.assign(request, *value);
                if (parameter.is_encoded != nullptr)
                    request.*parameter.is_encoded = json.contains(parameter.field.encoded_name);
            }
    }
};
