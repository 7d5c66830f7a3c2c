#include "runner/commands/help_text.hpp"
#include "runner/generate/generate.hpp"
#include "runner/options/option_table.hpp"

#include <cctype>

// In a cell of a table.
static std::string cell(const std::string& text)
{
    std::string result;
    for (const char c : text)
        result += c == '|' ? std::string("\\|") : std::string(1, c);
    return result;
}

static std::string code_cell(const std::string& text) { return text.empty() ? "" : "`" + cell(text) + "`"; }

static std::string row_of(const Option& option)
{
    std::string row = "| " + code_cell(usage_of(option)) + " | " + cell(option.help) + " | "
        + code_cell(option.preset) + " | ";
    for (std::size_t index = 0; index < option.environment.size(); ++index)
        row += (index == 0 ? "`" : ", `") + option.environment[index] + "`";
    return row + " | " + (option.narrow != nullptr ? "narrows" : option.in_profile ? "yes" : "") + " |\n";
}

static std::string section_of(const CommandRow& row)
{
    std::string summary = row.summary;
    summary.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(summary.front())));
    std::string text = "\n## agentcli " + row.name + "\n\n`" + usage_of(row) + "`\n\n"
        + wrapped(summary + ". " + row.text)
        + "\n| flag | | default | environment | profile |\n| --- | --- | --- | --- | --- |\n";
    for (const Option* option : shown_options(row.command))
        text += ::row_of(*option);
    return text;
}

std::string reference_page()
{
    std::string text = "# The command line\n\nMade by `agentcli generate reference`; a test compares.\n\n"
                       "`--name VALUE` and `--name=VALUE` are the same. Both spellings of a flag work: with "
                       "two dashes, and with\n"
                       "one, `-name VALUE`. A flag overrides the environment, which overrides the profile, "
                       "which overrides the\n"
                       "default. Column *profile*: `yes` may be set by a profile of the user's config; "
                       "`narrows` also by a\n"
                       "profile of the workspace's config, which can only narrow it.\n\n"
        + wrapped(std::string("Exit status: ") + exit_statuses);
    for (const auto& row : command_table())
        text += section_of(row);
    return text;
}
