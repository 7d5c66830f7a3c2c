#pragma once

#include "agent/model/trace.hpp"
#include "runner/start/run_config.hpp"

#include <string>

namespace runner::start {

using namespace agent;

// The system message: --system, or what stands in --system-file, and after it AGENTS.md of the
// current directory, where it is and may be read: at most its first 32 KiB; that more is there is
// noted. Throws BAD_REQUEST for a file that can't be used, for instance a link that leads out of
// the directory.
std::string read_instructions(const BeginningConfig& config, model::Trace& trace);

}
