#pragma once

#include "agent/loop/transcript.hpp"
#include "agent/model/trace.hpp"
#include "runner/start/run_config.hpp"

namespace runner::start {

using namespace agent;

// Returns what the conversation continues from: the system message, and the past of -s, --fork,
// --load-messages or a host. Notes what had to be mended. Throws what Session does, and BAD_REQUEST
// if a file or the history can't be used.
loop::Transcript begin_transcript(const BeginningConfig& config, const std::string& system,
    const redaction::Redaction& redaction, model::Trace& trace);

}
