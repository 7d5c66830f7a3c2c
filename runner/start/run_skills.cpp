#include "runner/start/run_skills.hpp"

#include "runner/start/other_servers.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>

namespace runner::start {

using namespace agent;
using namespace toolkit;

static std::string names_in_line(const std::vector<std::string>& names)
{
    static constexpr std::size_t max_told = 5;
    std::string line;
    for (std::size_t at = 0; at < std::min(names.size(), max_told); ++at)
        line += (at == 0 ? "" : ", ") + names[at];
    return names.size() > max_told
        ? line + " and " + std::to_string(names.size() - max_told) + " more"
        : line;
}

static void note_left_out(const std::vector<skills::Skill>& all, SkillsOfRun& result)
{
    std::vector<std::string> untrusted;
    for (const auto& skill : all)
        // Otherwise it has no usable name.
        if (!skill.is_trusted && !skill.trusted.directory.empty())
            untrusted.push_back(skill.directory);
        else if (!skill.problem.empty())
            result.notes.push_back(skill.problem);
    if (!untrusted.empty())
        result.notes.push_back("skills of the workspace are not offered before they are trusted: "
            + names_in_line(untrusted) + "; 'agentcli trust " + untrusted.front()
            + "' shows one, --no-skills leaves all out");
}

SkillsOfRun skills_of_run(const manifest::ToolSelection& wanted, const std::set<std::string>& taken)
{
    SkillsOfRun result;
    const std::vector<skills::Skill> all = skills::list_skills();
    if (all.empty())
        return result;
    auto source = std::make_unique<skills::SkillSource>(skills::usable_skills(all));
    if (!is_wanted(wanted, *source->tools().front()))
        return result;
    if (taken.contains(skills::skill_tool_name)) {
        result.notes.emplace_back("skills are not offered: another tool is called skill");
        return result;
    }
    note_left_out(all, result);
    std::vector<std::string> without_room;
    result.index = skills::index_of(source->skills(), without_room);
    if (!without_room.empty())
        result.notes.push_back(
            "the list of skills has more than 8 KiB: it leaves out " + names_in_line(without_room));
    if (!source->skills().empty())
        result.source = std::move(source);
    return result;
}

}
