#include "runner/commands/skill_command.hpp"

#include "agent/loop/run_result.hpp"
#include "agent/skills/prompt_file.hpp"
#include "agent/skills/skill.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

namespace runner::commands {

using namespace agent;
using namespace toolkit;

// Both kinds have the members name, source, trust and problem.
template<class Found>
static std::string lines_of(const std::string& what, const Found& found, const std::string& path)
{
    const std::string place = "  (" + path + ", " + std::string(workflow::name_of(found.source))
        + (found.is_trusted ? "" : ", not trusted") + ")";
    const std::string fault = found.problem.empty()
        ? ""
        : terminal::without_controls("  faulty: " + found.problem) + "\n";
    return terminal::without_controls(what + place) + "\n" + fault;
}

template<class Found>
static Json json_of(const Found& found, const std::string& path)
{
    Json entry {{"name", found.name}, {"description", found.description}, {"path", path},
        {"from", workflow::name_of(found.source)}, {"trusted", found.is_trusted}};
    if (!found.problem.empty())
        entry["error"] = found.problem;
    return entry;
}

// Marks entries that are hidden by another one with the same name.
template<class Found>
static void mark_shadowed(Json& entry, const Found& found, const std::vector<Found>& usable,
    const std::string Found::*path)
{
    const bool is_shadowed = std::any_of(usable.begin(), usable.end(),
        [&](const Found& other) { return other.name == found.name && other.*path != found.*path; });
    if (is_shadowed)
        entry["shadowed"] = true;
}

static void print_list(
    const options::Options& options, const Json& all, const std::string& lines, const char* none)
{
    if (options.json)
        return terminal::print_json(all);
    if (all.empty())
        terminal::print_note(none);
    terminal::print(lines);
}

int run_skill_list(const options::Options& options)
{
    Json all = Json::array();
    std::string lines;
    const std::vector<skills::Skill> found = skills::list_skills();
    const std::vector<skills::Skill> usable = skills::usable_skills(found);
    for (const auto& skill : found) {
        Json entry = json_of(skill, skill.directory);
        mark_shadowed(entry, skill, usable, &skills::Skill::directory);
        lines += lines_of(skill.name + "  " + skill.description, skill, skill.directory);
        all.push_back(std::move(entry));
    }
    print_list(options, all, lines,
        "there are no skills in .agentcli/skills, .agents/skills and .claude/skills of this "
        "directory and of those above it in the repository, or in those of the user");
    return static_cast<int>(loop::Reason::answered);
}

int run_prompt_list(const options::Options& options)
{
    Json all = Json::array();
    std::string lines;
    const std::vector<skills::PromptFile> usable = skills::usable_prompt_files();
    for (const auto& file : skills::list_prompt_files()) {
        Json entry = json_of(file, file.path);
        mark_shadowed(entry, file, usable, &skills::PromptFile::path);
        if (!file.argument_hint.empty())
            entry["argumentHint"] = file.argument_hint;
        if (file.is_trusted && file.problem.empty())
            entry["text"] = file.body;
        const std::string hint = file.argument_hint.empty() ? "" : " " + file.argument_hint;
        lines += lines_of(file.name + hint + "  " + file.description, file, file.path);
        all.push_back(std::move(entry));
    }
    print_list(options, all, lines,
        "there are no prompt files in .agentcli/prompts of this directory and of those above it in "
        "the repository, or in those of the user");
    return static_cast<int>(loop::Reason::answered);
}

static bool is_place_of_prompt(const std::string& path)
{
    const std::filesystem::path file(path);
    return file.extension() == ".md" && file.parent_path().filename() == "prompts";
}

static trust::Trusted place_of_prompt(const std::string& path)
{
    const std::filesystem::path file(path);
    std::error_code error;
    const auto directory = std::filesystem::canonical(file.parent_path(), error);
    if (error)
        throw ToolError(Code::bad_request,
            "there is no directory " + text::in_quotes(file.parent_path().string()));
    return {"prompt", directory.string(), file.filename().string(), {}};
}

static std::vector<std::string> prompt_rows(
    const trust::Trusted& trusted, const std::string& text, const terminal::TerminalStyle& look)
{
    terminal::Rows rows(look);
    terminal::add_heading(rows, "the prompt file", trusted);
    terminal::add_text(rows, text);
    rows.add_lines("  Trust covers these bytes. They are sent to the model as if you had typed\n"
                   "  them, when you name the file; nothing in it is run.\n");
    return rows.take();
}

static terminal::TrustedThing read_prompt(const std::string& path)
{
    const skills::PromptFile file = skills::read_prompt_of_workspace(path);
    return {file.trusted,
        [file](std::size_t columns) { return prompt_rows(file.trusted, file.text, {columns}); }};
}

static std::vector<std::string> skill_rows(
    const skills::SkillToTrust& read, const terminal::TerminalStyle& look)
{
    terminal::Rows rows(look);
    terminal::add_heading(rows, "the skill", read.skill.trusted);
    terminal::add_text(rows, read.text);
    for (const auto& file : read.files)
        rows.add_line("  ",
            "file " + terminal::in_ascii(text::printable(file.path)) + ", "
                + std::to_string(file.bytes) + " bytes",
            terminal::Colour::off);
    rows.add("");
    rows.add_lines("  Trust covers the bytes of all these files; only SKILL.md is shown. The\n"
                   "  model may read them, and may run a script of them as it runs any command.\n"
                   "  Nothing that SKILL.md says of allowed tools counts.\n");
    return rows.take();
}

static terminal::TrustedThing read_skill(const std::string& path)
{
    const auto read
        = std::make_shared<const skills::SkillToTrust>(skills::read_skill_to_trust(path));
    return {
        read->skill.trusted, [read](std::size_t columns) { return skill_rows(*read, {columns}); }};
}

const terminal::TrustedKind trusted_prompt {is_place_of_prompt, place_of_prompt, read_prompt,
    "the prompt file that is to be trusted:",
    "--prompt-file with a path uses a prompt file without trust"};

const terminal::TrustedKind trusted_skill {skills::is_place_of_skill, skills::place_of_skill,
    read_skill,
    "the skill that is to be trusted:", "a skill in a directory of the user needs no trust"};

}
