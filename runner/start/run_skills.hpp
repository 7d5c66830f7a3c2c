#pragma once

#include "agent/skills/skill_source.hpp"
#include "runner/manifest/tool_choice.hpp"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace runner::start {

using namespace agent;

// The skills that a conversation is offered.
struct SkillsOfRun {
    std::unique_ptr<skills::SkillSource> source = {}; // null: none
    std::string index = {}; // for the system message
    std::vector<std::string> notes = {}; // for the operator: what is left out, and what would help
};

// Finds the skills of the user, and those of the current directory that are trusted. There are none
// if the tool `skill` is not wanted, or `taken` has its name. Throws BAD_REQUEST if trust.json
// cannot be relied on.
SkillsOfRun skills_of_run(
    const manifest::ToolSelection& wanted, const std::set<std::string>& taken);

}
