#pragma once

#include "agent/calls/tool_source.hpp"
#include "agent/skills/skill.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace agent::skills {

using namespace toolkit;

inline constexpr const char* skill_tool_name = "skill";

// The tool `skill`, with which a model reads a skill or another file of its directory. Its calls
// end immediately, in this process.
class SkillSource : public calls::ToolSource {
public:
    // `usable` is the result of usable_skills().
    explicit SkillSource(std::vector<Skill> usable);

    const std::vector<Skill>& skills() const { return usable; }

    std::vector<const calls::OfferedTool*> tools() const override { return {&tool}; }
    bool begin(calls::CallId id, const calls::OfferedTool& called,
        const calls::Arguments& arguments) override;
    void cancel(calls::CallId /*id*/, calls::Cancelled /*why*/) override { } // all calls have ended
    void watch(system::Watch& watch) const override;
    void step() override { }
    std::optional<calls::ToolResult> take(calls::CallId id) override;

private:
    Json answer_to(const Json& arguments) const;

    const std::vector<Skill> usable;
    const std::vector<Skill> for_model; // only the operator may begin the others
    const calls::OfferedTool tool;
    std::map<calls::CallId, calls::ToolResult> ended;
};

}
