#pragma once

#include "runner/options/options.hpp"
#include "runner/terminal/trusted_kind.hpp"

namespace runner::commands {

using namespace agent;
using namespace toolkit;

// Run `agentcli skill list` and `agentcli prompt list`: print the skills or prompt files that were
// found, one per line, or as an array with --json. Return the exit status.
int run_skill_list(const options::Options& options);
int run_prompt_list(const options::Options& options);

// The kinds of file for `agentcli trust`: a prompt file in .agentcli/prompts, and a skill, named by
// its directory or its SKILL.md.
extern const terminal::TrustedKind trusted_prompt;
extern const terminal::TrustedKind trusted_skill;

}
