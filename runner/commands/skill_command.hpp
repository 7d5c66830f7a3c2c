#pragma once

#include "runner/options/options.hpp"
#include "runner/terminal/trusted_kind.hpp"

namespace runner::commands {

using namespace agent;
using namespace toolkit;

// `agentcli skill list` and `agentcli prompt list` print what is found, a line each, or with --json
// an array. They return the exit status.
int run_skill_list(const options::Options& options);
int run_prompt_list(const options::Options& options);

// A prompt file of .agentcli/prompts; and a skill, by its directory or its SKILL.md.
extern const terminal::TrustedKind trusted_prompt;
extern const terminal::TrustedKind trusted_skill;

}
