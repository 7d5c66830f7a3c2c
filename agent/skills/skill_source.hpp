#pragma once

#include "agent/calls/immediate_source.hpp"
#include "agent/skills/skill.hpp"

#include <string>
#include <vector>

namespace agent::skills {

using namespace toolkit;

inline constexpr const char* skill_tool_name = "skill";

// The tool `skill`, with which a model reads a skill or another file of its directory.
class SkillSource : public calls::ImmediateSource {
public:
    // `usable` is the result of usable_skills().
    explicit SkillSource(std::vector<Skill> usable);

    const std::vector<Skill>& skills() const { return usable; }

private:
    Json answer_to(const Json& arguments) const override;

    const std::vector<Skill> usable;
    const std::vector<Skill> for_model; // only the operator may begin the others
};

}
