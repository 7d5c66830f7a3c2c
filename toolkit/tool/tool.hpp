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

// Describes how a call is displayed, for --describe; docs/manifest.md explains the fields.
struct Display {
    std::string_view kind; // read, search, edit, delete, move, execute, fetch or other
    std::string_view verb;
    std::vector<std::string_view> subject = {}; // fields of the arguments
    std::vector<std::string_view> facts = {}; // fields of the answer
};

// A call from a shell, for the help: an example in docs/contract, which a test runs.
struct Example {
    std::string_view command; // echo '{…}' | TOOL
    std::string_view answer; // with … in place of varying parts
};

// A tool without its Request type.
struct AnyTool {
    // A parameter and the place of its default; for a flag, also the place of its value.
    struct Row {
        const Declaration* declaration; // in the table of the tool
        Slot slot;
    };

    // Assigns the values of a request to the places of the parameters, which are in the order of
    // the table.
    using Fill = std::function<void(const std::vector<Slot>& slots)>;

    std::string_view name;
    std::string_view summary;
    std::vector<Row> parameters;
    std::vector<Row> flags;
    sandbox::Sandbox sandbox;
    int timeout_seconds;
    std::function<void(const Workspace&)> prepare; // may be empty
    std::function<Answer()> effects; // what programs that it runs may do; may be empty
    std::function<AnswerText(const Fill& fill, const Workspace&)> run;
    void (*rewrite)(Json& request, const Json& maximums) = nullptr;
    std::string_view descriptor_flag = {};
    bool additive = false;
    bool repeatable = false;
    std::span<const AnswerRow> answer = {};
    bool tracks_files = false;
    bool limits_answers = false;
    std::function<std::vector<std::uint16_t>()> ports = {}; // may be empty
    Display display = {};
    Example example = {};
};

// Runs a tool process from its start to its end. --describe, --help and --version print their
// output and end. Otherwise the command line is parsed, the workspace opened and the sandbox
// entered; only then is the request read, checked, carried out and answered. Returns the exit
// status of the contract: 0 answered, 1 failed, 2 bad request or command line, 3 no sandbox.
int serve(const AnyTool& tool, int argc, char** argv);

// A function that returns an Answer, or the text of one. Its type distinguishes it from other
// functions of the same name.
template<class Request>
class Work {
public:
    // NOLINTBEGIN(google-explicit-constructor): functions are converted implicitly
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

// The declaration of a tool. docs/contract.md describes a call from outside.
template<class Request>
struct Tool {
    std::string_view name;
    std::string_view summary; // for the model: one or a few sentences
    std::vector<Parameter<Request>> parameters; // the model's, by stdin
    std::vector<Parameter<Request>> flags = {}; // the operator's, by argv
    sandbox::Sandbox sandbox = {}; // everything that is not named is denied
    // Properties of a tool that writes, for --describe. `additive`: a call removes nothing.
    // `repeatable`: the same call again changes nothing more.
    bool additive = false;
    bool repeatable = false;
    // Requests may have "seen" (toolkit/workspace/seen_files.hpp).
    bool tracks_files = false;
    // Requests may have "answerLimits" (toolkit/tool/answer.hpp).
    bool limits_answers = false;
    // The fields of answers, for --describe. To be declared if answers are short and never an
    // image: an MCP client receives them twice, as text and as structured content.
    std::vector<AnswerRow> answer = {};
    int timeout_seconds = 30; // for each call, in tools.json
    Display display = {};
    Example example = {};
    // Returns the ports that connections may go to with these flags; for Network::tcp. Throws
    // BAD_REQUEST.
    std::vector<std::uint16_t> (*ports)(const Request& flags) = nullptr;
    // Called once, after the flags are in Request and before the sandbox is entered and stdin is
    // read: the only place where a tool may look outside the workspace. A tool with
    // Programs::by_policy confines itself here.
    void (*prepare)(Request&, const Workspace&) = nullptr;
    // Returns an object of what the programs may do with these flags, for --describe and
    // Programs::by_policy. Its `sandbox` names what confines them.
    Answer (*effects)(const Request& flags) = nullptr;
    Work<Request> run;
    // Called with a request before it is checked. Translates spellings that models have learnt
    // elsewhere, and that the table cannot express, into the fields of the table. `maximums` has
    // those of the fields that have one. Throws BAD_REQUEST for ambiguous requests.
    void (*rewrite)(Json& request, const Json& maximums) = nullptr;
    // The flag that announces that descriptor 3 is passed to the tool. Without it, and for all
    // other tools, the descriptor is closed.
    std::string_view descriptor_flag = {};

    int main(int argc, char** argv) const
    {
        Request settings;
        AnyTool any {name, summary, rows(parameters, settings), rows(flags, settings), sandbox,
            timeout_seconds, {}, {}, {}, rewrite, descriptor_flag, additive, repeatable, answer,
            tracks_files, limits_answers, {}, display, example};
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
