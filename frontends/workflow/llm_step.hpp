#pragma once

#include "agent/loop/tally.hpp"
#include "agent/workflow/library.hpp"
#include "agent/workflow/model.hpp"
#include "frontends/workflow/agents.hpp"
#include "frontends/workflow/cost.hpp"
#include "frontends/workflow/held_back.hpp"
#include "frontends/workflow/limits.hpp"
#include "frontends/workflow/progress.hpp"
#include "frontends/workflow/recordings.hpp"
#include "frontends/workflow/run_data.hpp"
#include "frontends/workflow/step_result.hpp"
#include "runner/start/engine.hpp"

#include <chrono>
#include <optional>
#include <string>

namespace frontends::workflow {

using namespace agent::workflow;
using namespace agent;
using namespace runner;

// Chooses the tools of the step: its `tools`, else those of its agent, else none. `agent` may be
// null.
void choose_tools(const Step& step, const Agent* agent, manifest::ToolSelection& tools);

// Returns which calls need approval: at least those for which the command line requires it.
calls::Approve approve_of(const Step& step, const Workflow& workflow, const Agent* agent);

// State that the llm steps of a run share. Each step begins a conversation or continues one.
class ModelSteps {
public:
    struct With {
        const start::RunConfig& config; // from the command line
        const Agents& agents;
        Recordings& recordings;
        Progress& progress;
    };
    // All references must outlive this object.
    ModelSteps(const With& with, const start::EngineDependencies& by)
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

    // Returns the time limit of the step's agent; 0 means no limit.
    std::chrono::milliseconds time_of(const Step& step, const Workflow& workflow) const;

    // Runs the step. Its result has the messages if it has a session. Throws Problem for a template
    // that cannot be rendered, BAD_REQUEST or a similar error for a prompt that cannot be sent, and
    // INTERNAL "interrupted".
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
    const start::EngineDependencies by;
    const HeldBack held; // see HeldBack
};

}
