#pragma once

#include "agent/calls/tool_source.hpp"
#include "agent/model/chat_completions.hpp"
#include "toolkit/system/error.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace agent::calls {

using namespace toolkit;

// A call as it would be run: its name is resolved, its arguments are parsed and checked, both once.
struct PreparedCall {
    model::ToolCall call; // as the model made it; the inner call if a tool calls another one
    ToolSource* source = nullptr;
    const OfferedTool* tool = nullptr; // null: there is none
    Arguments arguments = {}; // if there is no obstacle
    std::vector<std::string> repairs = {}; // what was put right about it
    std::optional<ToolError> obstacle = {}; // why it is not run; the model is told
    bool needs_approval = false; // also if the approver does not ask about the tool
    bool is_asked_by_hook = false; // a hook demands that the operator is asked about it
    bool is_answered_immediately
        = false; // else its answer is told after those of the calls before it
    bool is_trusted = false; // else nobody is asked about it
    // While a call that is told at once and changes files is asked about, only those of the same
    // sender that change files wait for it.
    std::uint64_t sender = 0;
    std::string by = {}; // who has made it, for the audit; empty: the model
    std::string agent = {}; // the agent that wants to make it, for questions; empty: none
    std::vector<std::string> labels = {}; // likewise
    Json via = {}; // the connection that it came by, or the name of the tool by which the model has
        // called this one; likewise; null: neither
    std::function<void()> begins = {}; // hears that it begins to run
    std::function<void(const CallProgress&)> progresses = {}; // hears how far it is
    // Called for each call that its process wants to make (nested_asks), before the decision.
    std::function<void(const PreparedCall& made)> makes_call = {};

    // What calls are compared by: those with the same name and arguments are the same.
    const std::string& name() const { return tool != nullptr ? tool->name : call.name; }
    const std::string& input() const { return obstacle ? call.arguments : arguments.text; }

    // What an "always" of the operator holds for: the same call, byte for byte.
    std::string key() const { return tool->name + '\n' + arguments.text; }

    Effect effect() const
    {
        return tool != nullptr ? tool->effect_of(arguments.json) : Effect::none;
    }
    // True if its process can show its output as it arrives: Arguments::hears_errors.
    bool is_live() const;

    // Replaces the arguments, and keeps Arguments::hears_errors.
    void take_edited(const Arguments& edited);
    bool changes_files() const { return effect() == Effect::changes; }
};

// Throws BAD_REQUEST if arguments, which are JSON, do not fit the schema of the tool, also if the
// tool itself would accept them.
void require_schema(const OfferedTool& tool, const std::string& arguments);
bool fits_schema(const OfferedTool& tool, const std::string& arguments);

// The tool that is meant by a name, and how the name was put right; null for none.
struct FoundTool {
    ToolSource* source = nullptr;
    const OfferedTool* tool = nullptr;
    std::string repair = {};
    bool is_unlisted = false; // it is one of ToolSource::unlisted()
};
FoundTool found_tool(const std::string& name, const std::vector<ToolSource*>& sources);

// Prepares a call of a tool of these sources. One that can't be run has an obstacle: NOT_FOUND,
// BAD_REQUEST or TOO_LARGE. If the arguments of an unlisted tool are refused, the hint has its
// schema, of at most 4 KB.
PreparedCall prepared_call(const model::ToolCall& call, const std::vector<ToolSource*>& sources);

}
