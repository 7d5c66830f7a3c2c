#pragma once

#include "agent/workflow/library.hpp"
#include "frontends/workflow/run_data.hpp"
#include "toolkit/system/cancel.hpp"

#include <optional>
#include <string>

namespace frontends::workflow {

using namespace agent::workflow;

// Identifies what a step with `inputs` depends on: the step itself, its files, and the data of the
// run except the results of other steps. Results are stored in agentcli/inputs of $XDG_STATE_HOME,
// one for each workspace, file and path of a step.
class StepInputs {
public:
    struct Of {
        const Step& step;
        const Chosen& chosen;
        Library& library;
        const RunData& data;
        const std::string& path; // path of the step
    };

    // Reads the files. Throws as artifacts_of() does.
    StepInputs(const Of& of, system::Cancel& cancel);

    // Returns the result that the step had with the same inputs, if its artifacts are still the
    // same; nullopt otherwise, and if nothing can be stored on this machine.
    std::optional<Json> known_result() const;

    // Stores a result, which must not contain secrets. Results of more than 1 MiB are not stored.
    void store(const Json& result) const;

private:
    const Step& step;
    system::Cancel& cancel;
    std::string name; // name of the file with the result
    std::string sha256; // SHA-256 of the inputs
};

}
