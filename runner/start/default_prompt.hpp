#pragma once

#include "agent/calls/offered_tool.hpp"
#include "runner/start/system_message.hpp"

#include <ctime>
#include <string>
#include <vector>

namespace runner::start {

using namespace agent;

// What the model is told about the place in which it works.
struct Environment {
    std::string directory; // the current one
    std::time_t time = 0;
    std::string system; // "Debian GNU/Linux 12 (bookworm), x86_64"
    std::string branch; // of the repository; "at 1a2b3c4d" if none is checked out; empty: unknown
    std::string sandbox; // of the tools: "workspace-write, network off"; empty: unknown
};

// Reads it, for these tools. What can't be read, or is not the name of a branch, stays empty.
Environment environment_of(const std::vector<const calls::OfferedTool*>& tools);

// Returns the environment as it is sent, in less than 300 bytes: long values are shortened, and
// those with characters that are not printable are left out. It is one block, <env> to </env>,
// which a recording is not compared by (agent/model/replay.cpp).
std::string text_of(const Environment& environment);

// Returns the parts of the system message for an operator who gives none: how to work, and how to
// use these tools, if there are any; each is justified in docs/system-prompt.md. The environment
// is not among them.
PromptParts default_prompt(const std::vector<const calls::OfferedTool*>& tools);

}
