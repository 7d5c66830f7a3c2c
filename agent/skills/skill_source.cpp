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
    : usable(std::move(usable))
    , for_model(skills_for_model(this->usable))
    , tool(tool_for_skills())
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

bool SkillSource::begin(
    calls::CallId id, const calls::OfferedTool& /*called*/, const calls::Arguments& arguments)
{
    calls::ToolResult result;
    try {
        result.answer.content
            = answer_to(arguments.json).dump(-1, ' ', false, Json::error_handler_t::replace);
    } catch (const ToolError& error) {
        result.answer = calls::failed(error);
    }
    result.answer.sandbox = {{"level", "none"}, {"by", "agentcli"}};
    result.output_bytes = result.answer.content.size();
    ended[id] = std::move(result);
    return true;
}

void SkillSource::watch(system::Watch& watch) const
{
    if (!ended.empty())
        watch.until(system::Watch::Clock::now());
}

std::optional<calls::ToolResult> SkillSource::take(calls::CallId id)
{
    auto taken = ended.extract(id);
    if (taken.empty())
        return std::nullopt;
    return std::move(taken.mapped());
}

}
