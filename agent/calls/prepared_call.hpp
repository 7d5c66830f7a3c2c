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

// A call that is ready to run: its tool was found, and its arguments were parsed and checked.
struct PreparedCall {
    model::ToolCall call; // the model's call, or the inner call if its tool calls another one
    ToolSource* source = nullptr; // null if the tool was not found
    const OfferedTool* tool = nullptr; // null if the tool was not found
    Arguments arguments = {}; // set unless there is an obstacle
    std::vector<std::string> repairs = {}; // repairs made to the name and the arguments
    std::optional<ToolError> obstacle = {}; // error for the model, if the call cannot run
    bool needs_approval = false; // true: needs approval even if the approver does not ask
    bool is_asked_by_hook = false; // true: a hook demands that the operator is asked
    bool is_answered_immediately
        = false; // true: its answer does not wait for those of earlier calls
    bool is_trusted = false; // true: the approver neither asks about nor forbids the call
    // Identifies who made the call. While a call with is_told_at_once waits for a decision or for
    // its server, only calls of the same sender wait for it (CallLocks::add_awaited).
    std::uint64_t sender = 0;
    std::string by = {}; // who made the call, for the audit trail; empty: the model
    std::string agent = {}; // agent that wants to make the call, for questions; may be empty
    std::vector<std::string> labels = {}; // labels for the audit trail
    // Connection on which the call arrived, or name of the tool that the model called to make this
    // call, for the audit trail; null if there is neither.
    Json via = {};
    std::function<void()> begins = {}; // called when the call begins to run; may be empty
    std::function<void(const CallProgress&)> progresses = {}; // receives progress; may be empty
    // Called for each call that its process wants to make (nested_asks), before the decision.
    std::function<void(const PreparedCall& made)> makes_call = {};

    // Return the name and the arguments, as written by the model if they could not be resolved.
    // Calls that have both in common are equal.
    const std::string& name() const { return tool != nullptr ? tool->name : call.name; }
    const std::string& input() const { return obstacle ? call.arguments : arguments.text; }

    // Returns the key under which the operator's "always" is stored. It applies only to calls with
    // exactly the same bytes. `tool` must not be null.
    std::string key() const { return tool->name + '\n' + arguments.text; }

    Effect effect() const
    {
        return tool != nullptr ? tool->effect_of(arguments.json) : Effect::none;
    }
    // Returns true if the output of the tool can be shown as it arrives (Arguments::hears_errors).
    bool is_live() const;

    // Replaces the arguments but keeps Arguments::hears_errors.
    void take_edited(const Arguments& edited);
    bool changes_files() const { return effect() == Effect::changes; }
};

// Throws BAD_REQUEST if `arguments` are not a JSON object that fits the schema of the tool, even if
// the tool itself would accept them.
void require_schema(const OfferedTool& tool, const std::string& arguments);

// Returns false where require_schema() would throw.
bool fits_schema(const OfferedTool& tool, const std::string& arguments);

// A tool found by the name in a call.
struct FoundTool {
    ToolSource* source = nullptr;
    const OfferedTool* tool = nullptr; // null if no tool was found
    std::string repair = {}; // description of the repair of the name; empty if it was exact
    bool is_unlisted = false; // true if the tool is one of ToolSource::unlisted()
};

// Returns the tool with this name, or the tool that repaired_name() finds for it. The tool is null
// if there is neither.
FoundTool found_tool(const std::string& name, const std::vector<ToolSource*>& sources);

// Prepares a call of a tool of these sources. If it cannot run, its obstacle is NOT_FOUND or
// BAD_REQUEST. If the arguments of an unlisted tool are refused, the hint contains the tool's
// schema if that has at most 4,000 bytes.
PreparedCall prepared_call(const model::ToolCall& call, const std::vector<ToolSource*>& sources);

}
