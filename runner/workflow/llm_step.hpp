#pragma once

#include "agent/loop/tally.hpp"
#include "runner/start/engine.hpp"
#include "runner/workflow/cost.hpp"
#include "runner/workflow/library.hpp"
#include "runner/workflow/limits.hpp"
#include "runner/workflow/model.hpp"
#include "runner/workflow/progress.hpp"
#include "runner/workflow/recordings.hpp"
#include "runner/workflow/run_data.hpp"
#include "runner/workflow/step_result.hpp"

#include <optional>
#include <string>

namespace runner::workflow {

using namespace agent;

// What all steps of the kind llm of a run share: each begins a conversation anew.
class ModelSteps {
public:
    struct Records {
        Recordings& recordings;
        Progress& progress;
    };
    // `config` is that of the command line. All have to outlive it.
    ModelSteps(const start::RunConfig& config, const start::Surroundings& by, const Prices& prices,
        Records records)
        : config(config)
        , by(by)
        , prices(prices)
        , recordings(records.recordings)
        , progress(records.progress)
    {
    }

    struct Use {
        const Step& step;
        const Chosen& chosen;
        const RunData& data;
        std::string path;
        Limits& limits;
    };

    // Throws Problem for a template that cannot be rendered, BAD_REQUEST and its kin for what
    // cannot be sent, and INTERNAL "interrupted".
    StepResult run(const Use& place);

private:
    start::RunConfig config_of(const Use& place) const;
    StepResult result_of(
        const loop::Stop& stop, const loop::Tally& tally, bool is_structured, Limits& limits) const;

    const start::RunConfig& config;
    const start::Surroundings by;
    const Prices& prices;
    Recordings& recordings;
    Progress& progress;
};

}
