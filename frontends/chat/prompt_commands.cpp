#include "agent/skills/filled_prompt.hpp"
#include "agent/skills/prompt_file.hpp"
#include "agent/skills/skill.hpp"
#include "frontends/chat/chat_engine.hpp"
#include "frontends/chat/slash_commands.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace frontends::chat {

using namespace agent;
using namespace toolkit;

// Prompt files and skills in a chat: both are sent as messages of the operator.

static std::string file_name_in(std::string_view line)
{
    return std::string(line.substr(1, line.find_first_of(" \t\n") - 1));
}

bool names_prompt_file(std::string_view line)
{
    if (!line.starts_with('/') || find_row(line) != nullptr)
        return false;
    const auto files = skills::list_prompt_files();
    return std::any_of(files.begin(), files.end(),
        [name = file_name_in(line)](const skills::PromptFile& file) { return file.name == name; });
}

void say_prompt_file(ChatEngine& talk, const std::string& line)
{
    talk.ready_engine(); // throws, naming what is missing, if no model is set up
    talk.say(skills::filled_prompt(
        skills::find_prompt_file(file_name_in(line)).body, words_of_line(line)));
}

std::vector<SlashCommand> commands_of_prompt_files(ChatEngine& talk)
{
    std::vector<SlashCommand> rows;
    for (const auto& file : talk.prompt_files.usable()) {
        SlashCommand row {
            .name = "/" + file.name, .words = file.argument_hint, .summary = file.description};
        if (find_row(row.name) == nullptr)
            rows.push_back(std::move(row));
    }
    return rows;
}

static std::string listed(const std::vector<skills::Skill>& all)
{
    std::string text;
    for (const auto& skill : all) {
        text += skill.name + "  " + skill.description + "\n";
        if (!skill.problem.empty())
            text += "  faulty: " + skill.problem + "\n";
        else if (!skill.is_trusted)
            text += "  not trusted: 'agentcli trust " + skill.directory + "' shows it\n";
    }
    return text.empty() ? "no skills\n" : text;
}

void use_skill(ChatEngine& talk, const std::string& words)
{
    if (!talk.config.offers_skills)
        throw ToolError(Code::bad_request, "skills are left out by --no-skills");
    const std::vector<skills::Skill> all = skills::list_skills();
    if (words.empty())
        return talk.reply(listed(all));
    const auto end = words.find_first_of(" \t\n");
    const skills::Skill& skill = skills::find_skill(all, words.substr(0, end));
    const bool has_tool = talk.ready_engine().reads_skills(); // throws if there is no model
    talk.say(skills::message_with_skill(
        skill, std::string(text::stripped(words.substr(std::min(end, words.size())))), has_tool));
}

}
