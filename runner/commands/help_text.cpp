#include "runner/commands/help_text.hpp"

#include "runner/options/option_table.hpp"

#include <algorithm>
#include <cctype>
#include <sstream>

namespace runner::commands {

static constexpr std::size_t max_columns = 80;
static constexpr std::size_t text_column = 26;

const char* const exit_statuses
    = "0 answered, 1 failed, 2 misuse; a limit was reached: 3 --max-steps, 4 --max-tool-calls, "
      "5 --max-seconds, 6 --max-repeats, 8 --max-total-tokens; 124 timed out, 130 "
      "interrupted, 141 stdout closed.";

// Words up to the last column; a word that is longer than a line has it for itself.
static void add_wrapped(std::string& lines, const std::string& text, std::size_t column)
{
    std::istringstream stream(text);
    std::size_t at = column;
    for (std::string word; stream >> word;) {
        if (at > column && at + 1 + word.size() > max_columns) {
            lines += "\n" + std::string(column, ' ');
            at = column;
        }
        const std::string gap = at > column ? " " : "";
        lines += gap + word;
        at += gap.size() + word.size();
    }
    lines += "\n";
}

std::string wrapped(const std::string& text)
{
    std::string lines;
    add_wrapped(lines, text, 0);
    return lines;
}

// Beside what follows, in a row that is indented by two.
static std::string in_column(std::string name, std::size_t width)
{
    name.resize(std::max(width, name.size() + 2), ' ');
    return "  " + name;
}

std::string in_two_columns(const std::vector<HelpItem>& items)
{
    std::string lines;
    for (const auto& item : items) {
        const bool fits = item.name.size() + 4 <= text_column;
        lines += fits ? in_column(item.name, text_column - 2)
                      : "  " + item.name + "\n" + std::string(text_column, ' ');
        add_wrapped(lines, item.text, text_column);
    }
    return lines;
}

static std::string sentence(std::string text)
{
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
    return text + ".";
}

// "audit verify|show, redact": the commands of one purpose; "trust [list|remove]" if the first word
// alone is one, too.
static std::string names_of(const std::string& purpose)
{
    std::string names;
    std::string first;
    std::string end;
    for (const auto& row : options::command_table()) {
        if (row.purpose != purpose)
            continue;
        const std::size_t space = row.name.find(' ');
        const std::string word = row.name.substr(0, space);
        if (word != first) {
            names += end + (names.empty() ? "" : ", ") + row.name;
            end.clear();
        } else if (end.empty() && names.ends_with(first)) {
            names += " [" + row.name.substr(space + 1);
            end = "]";
        } else {
            names += "|" + row.name.substr(space + 1);
        }
        first = word;
    }
    return names + end;
}

static std::string list_of_purposes()
{
    std::string text;
    std::string last;
    for (const auto& row : options::command_table()) {
        if (row.purpose != last)
            text += in_column(row.purpose, 10) + names_of(row.purpose) + "\n";
        last = row.purpose;
    }
    return text;
}

std::string overview()
{
    std::string text = "usage: agentcli --prompt TEXT [flags] | agentcli COMMAND [flags]\n"
        + sentence(options::row_of("run").summary) + "\n\n" + list_of_purposes() + "\n";
    for (const options::Option* option : options::shown_options("run"))
        if (!option->brief.empty())
            text += in_column(options::usage_of(*option), text_column - 2) + option->brief + "\n";
    return text
        + "\nMore: agentcli help run (all flags), agentcli help COMMAND, agentcli help TOOL\n";
}

static std::string inner_commands(const options::CommandRow& row)
{
    std::vector<HelpItem> items;
    for (const auto& command : row.inner())
        items.push_back({command.usage, command.summary});
    return "\n" + std::string(row.inner_title) + ":\n" + in_two_columns(items);
}

std::string help_text(options::Command command)
{
    const options::CommandRow& row = options::row_of(command);
    std::vector<HelpItem> items;
    for (const options::Option* option : options::shown_options(command))
        items.push_back({options::usage_of(*option), options::explanation_of(*option)});
    std::string text = wrapped("usage: " + options::usage_of(row)) + "\n"
        + wrapped(sentence(row.summary) + " " + row.text) + "\n" + in_two_columns(items);
    if (row.inner != nullptr)
        text += inner_commands(row);
    if (command == "run")
        text += "\n"
            + wrapped("A flag overrides the environment, which overrides the profile, which "
                      "overrides the "
                      "default. --name VALUE and --name=VALUE are the same, and one dash works as "
                      "well as two.")
            + "\n" + wrapped(std::string("Exit status: ") + exit_statuses);
    return text;
}

}
