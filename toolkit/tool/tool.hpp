#pragma once

#include "toolkit/sandbox/sandbox.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/tool/answer.hpp"
#include "toolkit/tool/parameter.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace toolkit::tool {

// A tool without its Request type.
struct AnyTool {
    // A parameter, and where its default stands; for a flag, also where its value goes.
    struct Row {
        const Declaration* declaration; // in the table of the tool
        Slot slot;
    };

    // Puts the values of a request into the places of the parameters, which are in the order of the
    // table.
    using Fill = std::function<void(const std::vector<Slot>& slots)>;

    std::string_view name;
    std::string_view summary;
    std::vector<Row> parameters;
    std::vector<Row> flags;
    sandbox::Sandbox sandbox;
    int timeout_seconds;
    std::function<void(const Workspace&)> prepare; // may be empty
    std::function<Answer()> effects; // what the programs that it runs may do; may be empty
    std::function<AnswerText(const Fill& fill, const Workspace&)> run;
    void (*rewrite)(Json& request, const Json& maximums) = nullptr;
    std::string_view descriptor_flag = {};
    bool additive = false;
    bool repeatable = false;
    std::span<const AnswerRow> answer = {};
    bool tracks_files = false;
    bool limits_answers = false;
    std::function<std::vector<std::uint16_t>()> ports = {}; // may be empty
};

// The whole life of a tool process. --describe, --help and --version answer and end; else: the
// command line is read, the workspace opened, the sandbox entered, and only then the request read,
// checked, run and answered. Returns the exit status of the contract: 0 answered, 1 failed, 2 bad
// request or command line, 3 no sandbox.
int serve(const AnyTool& tool, int argc, char** argv);

// A function that answers an Answer, or the text of one. By its type, so that others may have the
// same name.
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
    std::string_view name;
    std::string_view summary; // for the model: one sentence, or a few
    std::vector<Parameter<Request>> parameters; // the model's, by stdin
    std::vector<Parameter<Request>> flags = {}; // the operator's, by argv
    sandbox::Sandbox sandbox = {}; // nothing is allowed unless it is named
    // Of a tool that writes, for --describe: a call takes nothing away; the same call again changes
    // nothing more.
    bool additive = false;
    bool repeatable = false;
    // Requests may have "seen" (toolkit/workspace/seen_files.hpp).
    bool tracks_files = false;
    // Requests may have "answerLimits" (toolkit/tool/answer.hpp).
    bool limits_answers = false;
    // For --describe. A tool declares its answers if they are short and none is an image: an MCP
    // client gets them twice, as text and as structured content.
    std::vector<AnswerRow> answer = {};
    int timeout_seconds = 30; // what tools.json gives a call
    // With Network::tcp: the ports that connections may go to with these flags. Throws BAD_REQUEST.
    std::vector<std::uint16_t> (*ports)(const Request& flags) = nullptr;
    // Called once, after the flags are in Request and before the sandbox and stdin: the only place
    // where a tool may look outside the workspace. A tool with Programs::by_policy locks itself in
    // here.
    void (*prepare)(Request&, const Workspace&) = nullptr;
    // For --describe, with Programs::by_policy: an object of what the programs may do with these
    // flags. Its `sandbox` says what confines them.
    Answer (*effects)(const Request& flags) = nullptr;
    Work<Request> run;
    // Called with a request before it is checked: puts what models may have learnt elsewhere, and
    // no row of a table says, into the fields of the table. `maximums` are those of the fields that
    // have one. Throws BAD_REQUEST for what has two meanings.
    void (*rewrite)(Json& request, const Json& maximums) = nullptr;
    // A flag that says that descriptor 3 is given to the tool. Without it, and for all other tools,
    // it is closed.
    std::string_view descriptor_flag = {};

    int main(int argc, char** argv) const
    {
        Request settings;
        AnyTool any {name, summary, rows(parameters, settings), rows(flags, settings), sandbox,
            timeout_seconds, {}, {}, {}, rewrite, descriptor_flag, additive, repeatable, answer,
            tracks_files, limits_answers, {}};
        if (prepare)
            any.prepare = [&](const Workspace& workspace) { prepare(settings, workspace); };
        if (ports)
            any.ports = [&] { return ports(settings); };
        if (effects)
            any.effects = [&] { return effects(settings); };
        any.run = [&](const AnyTool::Fill& fill, const Workspace& workspace) {
            Request request = settings;
            std::vector<Slot> slots;
            slots.reserve(parameters.size());
            for (const auto& parameter : parameters)
                slots.push_back(parameter.slot(request));
            fill(slots);
            return run(request, workspace);
        };
        return serve(any, argc, argv);
    }

private:
    static std::vector<AnyTool::Row> rows(
        const std::vector<Parameter<Request>>& table, Request& settings)
    {
        std::vector<AnyTool::Row> rows;
        rows.reserve(table.size());
        for (const auto& parameter : table)
            rows.push_back({&parameter.field, parameter.slot(settings)});
        return rows;
    }
};

}
