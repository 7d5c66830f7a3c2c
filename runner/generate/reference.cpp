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

static std::string row_of(const Option& option)
{
    std::string row = "| `" + cell(usage_of(option)) + "` | " + cell(option.help) + " | "
        + (option.preset.empty() ? "" : "`" + cell(option.preset) + "`") + " | ";
    for (std::size_t index = 0; index < option.environment.size(); ++index)
        row += (index == 0 ? "`" : ", `") + option.environment[index] + "`";
    return row + " |\n";
}

std::string reference_page()
{
    std::string text = "# The command line\n\nMade by `agentcli generate reference`; a test compares.\n\n"
                       "A flag outweighs the environment, which outweighs the default. `--name VALUE` and "
                       "`--name=VALUE` are the same, and one dash works as well as two: `-name VALUE`.\n";
    for (const auto& row : command_table()) {
        const std::string name = "agentcli" + (row.name.empty() ? "" : " " + row.name);
        std::string summary = row.summary;
        summary.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(summary.front())));
        text += "\n## " + name + "\n\n`" + name + " " + row.usage + "`\n\n" + summary + ".\n" + row.text
            + "\n| flag | | default | environment |\n| --- | --- | --- | --- |\n";
        for (const auto& option : option_table())
            if (takes(row.command, option))
                text += ::row_of(option);
    }
    return text;
}
