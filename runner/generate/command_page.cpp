#include "runner/commands/help.hpp"
#include "runner/generate/generate.hpp"
#include "runner/generate/man_page.hpp"
#include "runner/generate/roff.hpp"
#include "runner/options/option_table.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cctype>

namespace runner::generate {

using namespace options;

std::string first_word(const CommandRow& row) { return row.name.substr(0, row.name.find(' ')); }

std::string page_of_word(const std::string& word)
{
    return word == "run" ? "agentcli" : "agentcli-" + word;
}

static Rows rows_of_word(const std::string& word)
{
    Rows rows;
    for (const CommandRow& row : command_table())
        if (first_word(row) == word)
            rows.push_back(&row);
    return rows;
}

static std::string section(const std::string& title)
{
    std::string capitals = title;
    for (char& letter : capitals)
        letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    return ".SH " + roff(capitals) + "\n";
}

static std::string synopsis_of(const Rows& rows)
{
    std::string text = ".SH SYNOPSIS\n";
    for (const CommandRow* row : rows) {
        const std::string start = program_of(row->name);
        text += (row == rows.front() ? ".B " : ".br\n.B ") + roff(start) + "\n"
            + roff(usage_of(*row).substr(start.size() + 1)) + "\n";
    }
    return text;
}

static std::string description_of(const Rows& rows)
{
    if (rows.size() == 1)
        return ".SH DESCRIPTION\n"
            + roff(commands::sentence(rows.front()->summary) + " " + rows.front()->text) + "\n";
    std::string text = ".SH COMMANDS\n";
    for (const CommandRow* row : rows)
        text += roff_entry(row->name + (row->words.empty() ? "" : " " + row->words),
            commands::sentence(row->summary) + (row->text.empty() ? "" : " ") + row->text);
    return text;
}

// Returns the flags of all rows, each once, in the order of the table.
static std::vector<const Option*> flags_of(const Rows& rows)
{
    std::vector<const Option*> flags;
    for (const Option& option : option_table())
        if (!option.is_hidden && std::any_of(rows.begin(), rows.end(), [&](const CommandRow* row) {
                return takes(*row, option);
            }))
            flags.push_back(&option);
    return flags;
}

// Returns the commands that take a flag, if not all of a page do: " (show, fork)".
static std::string takers_of(const Option& option, const Rows& rows)
{
    std::string names;
    std::size_t count = 0;
    for (const CommandRow* row : rows)
        if (takes(*row, option)) {
            const std::size_t space = row->name.find(' ');
            names += (names.empty() ? "" : ", ")
                + (space == std::string::npos ? row->name : row->name.substr(space + 1));
            ++count;
        }
    return count == rows.size() ? "" : " (" + names + ")";
}

// Returns the flags that are explained here, and the names of those that the main page explains.
static std::string options_of(const Rows& rows)
{
    std::string own;
    std::string shared;
    for (const Option* option : flags_of(rows)) {
        if (takes("run", *option))
            shared += (shared.empty() ? "" : ", ") + flag_of(*option) + takers_of(*option, rows);
        else
            own += roff_entry(
                usage_of(*option), explanation_of(*option) + takers_of(*option, rows));
    }
    if (!shared.empty())
        own += (own.empty() ? "" : ".PP\n")
            + std::string("These flags are explained in\n.BR agentcli (1):\n") + roff(shared)
            + ".\n";
    return ".SH OPTIONS\n" + own;
}

static std::string inner_commands(const Rows& rows)
{
    std::string text;
    for (const CommandRow* row : rows) {
        if (row->inner == nullptr)
            continue;
        text += section(row->inner_title);
        for (const auto& command : row->inner()) {
            std::string names = command.usage;
            for (const auto& other : command.others)
                names += ", " + other;
            text += roff_entry(names, command.summary);
        }
    }
    return text;
}

std::string examples_of_rows(const Rows& rows)
{
    std::string text;
    for (const CommandRow* row : rows)
        for (const auto& example : examples_of(*row))
            text += (text.empty() ? ".SH EXAMPLES\n" : ".PP\n") + roff(example.meaning) + ":\n.PP\n"
                + roff_lines(std::string(example.line) + "\n");
    return text;
}

std::string man_page_of_commands(const std::string& word)
{
    const Rows rows = rows_of_word(word);
    if (rows.empty())
        throw ToolError(Code::bad_request,
            "no command is called " + text::in_quotes("agentcli " + word),
            "'agentcli help' lists the commands");
    const CommandRow& first = *rows.front();
    const auto grouped = std::find_if(
        rows.begin(), rows.end(), [](const CommandRow* row) { return !row->group.empty(); });
    const std::string summary
        = first.name == word || grouped == rows.end() ? first.summary : (*grouped)->group;
    return roff_head(page_of_word(word), summary) + synopsis_of(rows) + description_of(rows)
        + inner_commands(rows) + examples_of_rows(rows) + options_of(rows)
        + ".SH EXIT STATUS\n0 if it succeeded, 1 if it failed, 2 after misuse;\n.BR agentcli (1)\n"
          "has the rest.\n.SH SEE ALSO\n.BR agentcli (1)\n";
}

}
