#pragma once

#include "agent/calls/toolbelt.hpp"
#include "agent/loop/observer.hpp"
#include "agent/loop/repetition.hpp"
#include "agent/loop/tally.hpp"
#include "agent/loop/transcript.hpp"
#include "agent/model/call_normaliser.hpp"

#include <string>
#include <vector>

namespace agent::loop {

// Runs the calls of one message, except those that were made too often (Repetition).
class Round {
public:
    // All arguments must outlive the object. `mended` has an element for each call.
    Round(const std::vector<model::ToolCall>& calls,
        const std::vector<model::CallNormaliser::Mended>& repaired, calls::Toolbelt& toolbelt,
        Repetition& repetition);

    // Returns the name of the tool that the model called again after it had seen that the call was
    // refused; empty if there is none.
    const std::string& stuck_with() const { return stuck; }

    // Records in the audit trail that the calls do not run, with the reason `why`. Call this
    // instead of run().
    void leave(const std::string& why) { toolbelt.leave(prepared, why); }

    // Runs the calls and adds their results to the transcript in the order of the calls, even if an
    // error ends the run. Call it at most once. Throws the errors of Toolbelt::run().
    void run(Transcript& transcript, Observer& observer, Tally& tally);

private:
    const std::vector<model::ToolCall>& calls;
    std::vector<model::ToolCall> shown; // PreparedCall::call of each call, for the observer
    const std::vector<model::CallNormaliser::Mended>& repaired;
    calls::Toolbelt& toolbelt;
    Repetition& repetition;
    std::vector<Repetition::Call> made;
    std::vector<calls::PreparedCall> prepared;
    std::vector<std::string> repairs; // repair of the arguments of each call; may be empty
    std::string stuck;
};

}
