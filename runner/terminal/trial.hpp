#pragma once

#include "agent/calls/approver.hpp"
#include "agent/calls/prepared_call.hpp"
#include "agent/calls/tool_source.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/cancel.hpp"

#include <optional>
#include <string>

namespace runner::terminal {

using namespace agent;
using namespace toolkit;

// The outcome of a dry run.
struct Trial {
    // The parsed answer, or an object with `error`; null if the tool has no dry run.
    Json shown = {};
    std::optional<calls::ToolResult> result = {};

    // Returns true if the exit status, signal, answer and output sizes are identical. This is
    // stricter than comparing what was shown, which is redacted and may be cut off.
    bool has_same_effect(const Trial& other) const;

    // Returns a hash that is equal for trials with the same effect only.
    std::string effect_hash() const;
};

// A dry run that does not block. Its owner waits for the descriptors that source() watches, and
// calls step() of the source, which must outlive this object.
class TrialCall {
public:
    // `id` must not be used by another call of the source. `call` must exist until take() has
    // returned a value or cancel() was called.
    TrialCall(const calls::PreparedCall& call, calls::CallId id);

    // Returns the outcome once the dry run has ended, otherwise nullopt; must not be called again
    // after a value. Starts the dry run if the source could not do so earlier.
    std::optional<Trial> take();

    // Stops the dry run, without waiting for its end.
    void cancel();

    // Returns true if the dry run has ended. Call this only after cancel().
    bool has_ended();

    calls::ToolSource& source() const { return *from; }

private:
    const calls::PreparedCall* call;
    calls::ToolSource* from;
    calls::CallId id;
    bool has_begun = false;
};

// Runs the tool with dryRun and waits for its answer. Returns an empty Trial if the tool has no dry
// run. Throws INTERNAL "interrupted".
Trial trial_of(const calls::PreparedCall& call, system::Cancel& cancel);

// Returns the refusal of a call whose dry run failed: the operator is not asked, and the model
// receives the error. Returns nullopt if the dry run succeeded or there was none.
std::optional<calls::Decision> refusal_of(const Trial& trial);

// Returns true if an approval rule may decide about the call: its dry run succeeded and changes
// nothing that git or a shell runs later. Without a dry run, also true for a tool that runs
// programs or changes no files, and otherwise judged by the paths among the arguments.
bool may_rule_answer(const calls::PreparedCall& call, const Trial& trial);

// Returns the approval by Approve::edits for a call that only edits files of the workspace
// according to its declaration and its dry run (calls::is_plain_edit()); nullopt for any other call
// or mode.
std::optional<calls::Decision> accepted_edit(
    calls::Approve when, const calls::PreparedCall& call, const Trial& trial);

}
