#pragma once

#include "agent/calls/offered_tool.hpp"
#include "runner/start/system_message.hpp"

#include <ctime>
#include <string>
#include <vector>

namespace runner::start {

using namespace agent;

// The environment of the model, as described in the system message.
struct Environment {
    std::string directory; // the current one
    std::time_t time = 0;
    std::string system; // "Debian GNU/Linux 12 (bookworm), x86_64"
    std::string branch; // of the repository; "at 1a2b3c4d" for a detached HEAD; empty: unknown
    std::string sandbox; // of the tools: "workspace-write, network off"; empty: unknown
};

// Determines the environment; the sandbox is that of these tools. Values that can't be read, and
// names that are not valid for a branch, are empty.
Environment environment_of(const std::vector<const calls::OfferedTool*>& tools);

// Returns the environment as text of less than 300 bytes: long values are shortened, and values
// with unprintable characters are left out. The text is one block from <env> to </env>, which is
// ignored when a request is compared with a recording (agent/model/replay.cpp).
std::string text_of(const Environment& environment);

// Returns the default system message, used if the operator sets none: how to work, and how to use
// these tools, if there are any. docs/system-prompt.md justifies each part. The environment is not
// included.
PromptParts default_prompt(const std::vector<const calls::OfferedTool*>& tools);

}
