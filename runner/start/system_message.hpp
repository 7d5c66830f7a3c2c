#pragma once

#include "agent/calls/offered_tool.hpp"
#include "agent/model/trace.hpp"
#include "runner/start/run_config.hpp"

#include <string>
#include <vector>

namespace runner::start {

using namespace agent;

// A part of the system message.
struct PromptPart {
    std::string name; // shown to the operator: "--system", or the path of a file
    std::string text; // as it is sent: UTF-8
};
using PromptParts = std::vector<PromptPart>;

// Returns the parts of the system message in the order in which they are sent: the message of
// --system or its replacement, instruction files, the environment, the instructions of a host. No
// part is empty. The default message depends on `tools`. Notes what was left out of a file. Throws
// BAD_REQUEST for a file that can't be used.
PromptParts system_parts(const BeginningConfig& config,
    const std::vector<const calls::OfferedTool*>& tools, model::Trace& trace);

// Returns the texts of all parts, separated by empty lines.
std::string text_of(const PromptParts& parts);

// Returns a line for the operator with the sizes of the parts in `system`, the text of a system
// message that begins with them: "64 bytes of --system, 1200 bytes of AGENTS.md".
std::string described(const PromptParts& parts, const std::string& system);

}
