#pragma once

#include "agent/loop/tally.hpp"
#include "runner/start/engine.hpp"
#include "runner/workflow/agents.hpp"
#include "runner/workflow/cost.hpp"
#include "runner/workflow/held_back.hpp"
#include "runner/workflow/library.hpp"
#include "runner/workflow/limits.hpp"
#include "runner/workflow/model.hpp"
#include "runner/workflow/progress.hpp"
#include "runner/workflow/recordings.hpp"
#include "runner/workflow/run_data.hpp"
#include "runner/workflow/step_result.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace runner::workflow {

using namespace agent;

// Without `tools` they are those of the agent, if it says which; else none. `agent` may be null.
void choose_tools(const Step& step, const Agent* agent, start::ToolSelection& tools);

// What the operator is asked about beside what the command line says: that is never less.
calls::Approve approve_of(const Step& step, const Workflow& workflow, const Agent* agent);

// What all steps of the kind llm of a run share: each begins a conversation anew, or continues one.
class ModelSteps {
public:
    struct With {
        const start::RunConfig& config; // of the command line
        const Agents& agents;
        const Prices& prices;
        Recordings& recordings;
        Progress& progress;
    };
    // All have to outlive it.
    ModelSteps(const With& with, const start::Surroundings& by)
        : with(with)
        , by(by)
    {
    }

    struct Use {
        const Step& step;
        const Chosen& chosen;
        const RunData& data;
        std::string path;
        Limits& limits;
        Json past = {}; // the messages of its session; null: it has none
    };

    // What its agent allows; 0: as long as it takes.
    std::chrono::milliseconds time_of(const Step& step, const Workflow& workflow) const;

    // Its result has what was said, if it has a session. Throws Problem for a template that cannot
    // be rendered, BAD_REQUEST and its kin for what cannot be sent, and INTERNAL "interrupted".
    StepResult run(const Use& place);

private:
    start::RunConfig config_of(const Use& place) const;
    void limit(start::RunConfig& config, const Use& place) const;
    struct Turn {
        loop::Stop stop = {};
        loop::Tally tally = {};
        Said said = {};
    };
    Turn turn(const start::RunConfig& config, const Use& place);
    StepResult result_of(
        const loop::Stop& stop, const loop::Tally& tally, bool is_structured, Limits& limits) const;

    const With with;
    const start::Surroundings by;
    const HeldBack held; // by a server
};

}
