#include "agent/skills/skill_source.hpp"

#include "agent/calls/schema_patterns.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <utility>

namespace agent::skills {

static calls::OfferedTool tool_for_skills()
{
    calls::OfferedTool tool;
    tool.name = skill_tool_name;
    tool.description = "Read a skill that the system message lists, or a file beside it.";
    tool.schema = {{"type", "object"},
        {"properties",
            {{"name", {{"type", "string"}}},
                {"file",
                    {{"type", "string"}, {"description", "One of the files that it has named."}}}}},
        {"required", {"name"}}, {"additionalProperties", false}};
    tool.checked_schema = std::make_shared<const json::Schema>(tool.schema, calls::compiled_by_re2);
    tool.effects = {{"workspace", "read"}};
    tool.may_be_tried = false;
    return tool;
}

static std::vector<Skill> skills_for_model(const std::vector<Skill>& usable)
{
    std::vector<Skill> skills;
    std::copy_if(usable.begin(), usable.end(), std::back_inserter(skills),
        [](const Skill& skill) { return skill.is_for_model; });
    return skills;
}

SkillSource::SkillSource(std::vector<Skill> usable)
    : ImmediateSource(tool_for_skills())
    , usable(std::move(usable))
    , for_model(skills_for_model(this->usable))
{
}

Json SkillSource::answer_to(const Json& arguments) const
{
    const std::string name = json::string_member(arguments, "name");
    if (std::any_of(usable.begin(), usable.end(),
            [&](const Skill& skill) { return skill.name == name && !skill.is_for_model; }))
        throw ToolError(Code::permission_denied,
            "the skill " + text::in_quotes(name) + " is begun by the operator alone");
    const Skill& skill = find_skill(for_model, name);
    if (const std::string file = json::string_member(arguments, "file"); !file.empty())
        return {{"file", file}, {"content", read_file_of_skill(skill, file)}};
    SkillText read = read_skill(skill);
    Json answer {{"skill", skill.name}, {"directory", skill.directory},
        {"instructions", std::move(read.body)}, {"files", std::move(read.files)}};
    if (read.more_files > 0)
        answer["moreFiles"] = read.more_files;
    return answer;
}

}
