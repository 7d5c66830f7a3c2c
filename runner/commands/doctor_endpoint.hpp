#pragma once

#include "runner/commands/doctor.hpp"

namespace runner::commands {

// Looks at the server of the model: what is configured, or if --connect is given, whether it
// answers with its list of models within 10 s, and has the one that is named.
Finding look_at_endpoint(
    const options::Options& options, terminal::Output& output, system::Cancel& cancel);

}
