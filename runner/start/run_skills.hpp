#pragma once

#include "agent/skills/skill_source.hpp"
#include "runner/manifest/tool_choice.hpp"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace runner::start {

using namespace agent;

// The skills that are offered in a conversation.
struct SkillsOfRun {
    std::unique_ptr<skills::SkillSource> source = {}; // null if there are none
    std::string index = {}; // for the system message
    // For the operator: which skills are left out, and how to include them.
    std::vector<std::string> notes = {};
};

// Finds the user's skills and the trusted ones of the current directory. Returns no skills if the
// selection excludes the tool `skill`, or `taken` contains its name. Throws BAD_REQUEST if
// trust.json cannot be used.
SkillsOfRun skills_of_run(
    const manifest::ToolSelection& wanted, const std::set<std::string>& taken);

}
