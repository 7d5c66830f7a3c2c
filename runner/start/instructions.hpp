#pragma once

#include "agent/model/trace.hpp"
#include "runner/start/system_message.hpp"

#include <string>

namespace runner::start {

using namespace agent;

// Returns the text without invisible characters, and notes which were left out of `file`.
std::string visible_part(std::string text, const std::string& file, model::Trace& trace);

// Returns a part for AGENTS.md of the current directory, if it exists: at most its first 32 KiB;
// a longer file is noted. Throws BAD_REQUEST for a file that can't be used, for instance a link
// that leads out of the directory.
PromptParts read_instruction_files(model::Trace& trace);

}
