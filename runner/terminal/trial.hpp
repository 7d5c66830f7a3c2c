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

// What a dry run has answered.
struct Trial {
    Json shown = {}; // null if the tool has no dry run
    std::optional<calls::ToolResult> result = {};

    // Byte for byte: what is shown is redacted, and not all of an answer.
    bool has_same_effect(const Trial& other) const;

    // Trials with the same effect have the same, and no others.
    std::string effect_hash() const;
};

// A dry run that nothing waits for: whoever has it waits for what the source of the call watches,
// and steps that source, which has to outlive it.
class TrialCall {
public:
    // No other call of the source may have this id. The call has to exist until take() has
    // returned something or cancel() was called.
    TrialCall(const calls::PreparedCall& call, calls::CallId id);

    // The answer, once. Begins the dry run if there was no room for it before.
    std::optional<Trial> take();

    // It ends soon.
    void cancel();

    // After cancel(): has it ended?
    bool has_ended();

    calls::ToolSource& source() const { return *from; }

private:
    const calls::PreparedCall* call;
    calls::ToolSource* from;
    calls::CallId id;
    bool has_begun = false;
};

// Calls the tool with dryRun, if it has such a parameter, and waits for its answer. Throws INTERNAL
// "interrupted".
Trial trial_of(const calls::PreparedCall& call, system::Cancel& cancel);

// Returns the no to a call whose dry run fails: nobody is asked, and the model is told why. Returns
// nullopt if it does not fail, or if there was none.
std::optional<calls::Decision> refusal_of(const Trial& trial);

// Returns true if a rule may answer for the call: by its dry run, or if it has none by the paths
// among its arguments, it changes nothing that git or a shell runs later.
bool may_rule_answer(const calls::PreparedCall& call, const Trial& trial);

// Returns the yes of Approve::edits to a call that only edits files of the workspace, by its
// declaration and its dry run (calls::is_plain_edit()); nullopt for any other call and mode.
std::optional<calls::Decision> accepted_edit(
    calls::Approve when, const calls::PreparedCall& call, const Trial& trial);

}
