#include "agent/workflow/schema.hpp"
#include "runner/commands/help.hpp"
#include "runner/generate/generate.hpp"
#include "runner/options/option_table.hpp"
#include "toolkit/text/contains.hpp"

#include <algorithm>
#include <cctype>

namespace runner::generate {

using namespace toolkit;

// Escapes text for a cell of a table.
static std::string cell(const std::string& text)
{
    std::string result;
    for (const char c : text)
        result += c == '|' ? std::string("\\|") : std::string(1, c);
    return result;
}

static std::string code_cell(const std::string& text)
{
    return text.empty() ? "" : "`" + cell(text) + "`";
}

static std::string row_of(const options::Option& option)
{
    std::string row = "| " + code_cell(options::usage_of(option)) + " | " + cell(option.help)
        + " | " + code_cell(option.preset) + " | ";
    for (std::size_t index = 0; index < option.environment.size(); ++index)
        row += (index == 0 ? "`" : ", `") + option.environment[index] + "`";
    return row + " | "
        + (option.narrow != nullptr ? "narrows"
                : option.in_profile ? "yes"
                                    : "")
        + " |\n";
}

static std::string inner_commands(const options::CommandRow& row)
{
    if (row.inner == nullptr)
        return {};
    std::string text
        = "\n### " + std::string(row.inner_title) + "\n\n| command | |\n| --- | --- |\n";
    for (const auto& command : row.inner()) {
        std::string names = code_cell(command.usage);
        for (const auto& other : command.others)
            names += ", " + code_cell(other);
        text += "| " + names + " | " + cell(command.summary) + " |\n";
    }
    return text;
}

static std::string section_of(const options::CommandRow& row)
{
    std::string summary = row.summary;
    summary.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(summary.front())));
    std::string text = "\n## agentcli " + row.name + "\n\n`" + options::usage_of(row) + "`\n\n"
        + commands::wrapped(summary + ". " + row.text)
        + "\n| flag | | default | environment | profile |\n| --- | --- | --- | --- | --- |\n";
    for (const options::Option* option : options::shown_options(row.name))
        text += runner::generate::row_of(*option);
    return text + inner_commands(row);
}

static std::string row_of(const ToolFlag& flag)
{
    return "| " + code_cell(usage_of(flag)) + " | " + cell(flag.text)
        + (flag.is_repeatable ? "; repeatable" : "") + " | " + code_cell(flag.preset) + " |\n";
}

static const char* const head_of_tool_flags = "\n| flag | | default |\n| --- | --- | --- |\n";

// Flags that all tools share are listed once.
static std::string section_of(const std::vector<ToolPage>& tools)
{
    const auto rows_of = [](const ToolPage& tool) {
        std::vector<std::string> rows;
        for (const auto& flag : tool.flags)
            rows.push_back(row_of(flag));
        return rows;
    };
    const auto is_common = [&](const std::string& row) {
        return std::all_of(tools.begin(), tools.end(), [&](const ToolPage& tool) {
            return tool.flags.empty() || text::contains(rows_of(tool), row);
        });
    };
    std::string common;
    std::string own;
    for (const auto& tool : tools) {
        std::string rows;
        for (const auto& row : rows_of(tool)) {
            if (!is_common(row))
                rows += row;
            else if (common.find(row) == std::string::npos)
                common += row;
        }
        own += rows.empty() ? "" : "\n### " + tool.name + "\n" + head_of_tool_flags + rows;
    }
    return "\n## Flags of the tools\n\nThey stand in the `command` of the manifest. All tools take "
           "these:\n"
        + (head_of_tool_flags + common) + own;
}

std::string reference_page(const std::vector<ToolPage>& tools)
{
    std::string text
        = "# The command line\n\nMade by `agentcli generate reference`; a test compares.\n\n"
        + commands::wrapped(
            "`--name VALUE` and `--name=VALUE` are the same. Both spellings of a flag work: with "
            "two dashes, "
            "and "
            "with one, `-name VALUE`. A flag overrides the environment, which overrides the "
            "profile, which "
            "overrides the default. Column *profile*: `yes` may be set by a profile of the user's "
            "config; "
            "`narrows` also by a profile of the workspace's config, which can only narrow it.")
        + "\n" + commands::wrapped(std::string("Exit status: ") + commands::exit_statuses);
    for (const auto& row : options::command_table())
        text += section_of(row);
    text += workflow::fields_page();
    return tools.empty() ? text : text + section_of(tools);
}

}
