#pragma once

#include "runner/commands/doctor.hpp"

namespace runner::commands {

// Reports the configured server of the model. With --connect it is missing unless it returns its
// list of models within 10 s, and weaker if the list lacks the configured model.
Finding look_at_endpoint(
    const options::Options& options, terminal::Output& output, system::Cancel& cancel);

}
