#pragma once

#include "agent/loop/transcript.hpp"
#include "agent/model/trace.hpp"
#include "runner/start/run_config.hpp"

namespace runner::start {

using namespace agent;

// Returns the transcript from which the conversation continues: the system message, and the earlier
// messages from -s, --fork, --load-messages or a host. Notes what had to be repaired. Throws like
// Session, and BAD_REQUEST if a file or the history is invalid.
loop::Transcript begin_transcript(const BeginningConfig& config, const std::string& system,
    const redaction::Redaction& redaction, model::Trace& trace);

}
