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

// The calls of one message. Those that have been made too often are not run.
class Round {
public:
    // All have to outlive it.
    Round(const std::vector<model::ToolCall>& calls,
        const std::vector<model::CallNormaliser::Mended>& repaired, calls::Toolbelt& toolbelt,
        Repetition& repetition);

    // The tool that is called in vain although the model has been told; empty for none.
    const std::string& stuck_with() const { return stuck; }

    // None of them is run.
    void leave(const std::string& why) { toolbelt.leave(prepared, why); }

    // Once. Adds what the tools answer, in the order of the calls; also where that ends the run.
    void run(Transcript& transcript, Observer& observer, Tally& tally);

private:
    const std::vector<model::ToolCall>& calls;
    std::vector<model::ToolCall> shown; // as observers see them: PreparedCall::call
    const std::vector<model::CallNormaliser::Mended>& repaired;
    calls::Toolbelt& toolbelt;
    Repetition& repetition;
    std::vector<Repetition::Call> made;
    std::vector<calls::PreparedCall> prepared;
    std::vector<std::string> repairs; // of the arguments, by call
    std::string stuck;
};

}
