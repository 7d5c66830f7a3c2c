#include "runner/commands/help.hpp"
#include "runner/options/option_table.hpp"

#include <algorithm>

namespace runner::commands {

using namespace options;

static constexpr std::size_t max_own_lines = 2;

static std::string first_word(const CommandRow& row)
{
    return row.name.substr(0, row.name.find(' '));
}

static const std::string& brief_of(const CommandRow& row)
{
    return row.brief.empty() ? row.summary : row.brief;
}

// Returns the line of commands that begin with one word: "manage sessions: list, show".
static HelpItem line_of(const std::vector<const CommandRow*>& rows)
{
    const CommandRow& first = *rows.front();
    const std::string word = first_word(first);
    const bool is_command = first.name == word;
    std::string names;
    for (const CommandRow* row : rows)
        if (row->name != word)
            names += (names.empty() ? "" : ", ") + row->name.substr(word.size() + 1);
    return is_command ? HelpItem {word + " [COMMAND]", brief_of(first) + "; also " + names}
                      : HelpItem {word + " COMMAND", first.group + ": " + names};
}

static std::vector<HelpItem> commands_for(const Purpose& purpose)
{
    std::vector<std::vector<const CommandRow*>> groups; // by first word
    for (const CommandRow& row : command_table()) {
        if (row.purpose != purpose.name)
            continue;
        if (groups.empty() || first_word(*groups.back().front()) != first_word(row))
            groups.emplace_back();
        groups.back().push_back(&row);
    }
    std::vector<HelpItem> items;
    for (const auto& rows : groups) {
        if (rows.size() > max_own_lines)
            items.push_back(line_of(rows));
        else
            for (const CommandRow* row : rows)
                items.push_back({row->name, brief_of(*row)});
    }
    return items;
}

static std::vector<HelpItem> important_flags()
{
    std::vector<HelpItem> items;
    for (const Option* option : shown_options("run"))
        if (!option->brief.empty())
            items.push_back({usage_of(*option), option->brief});
    return items;
}

std::string overview()
{
    std::string text = "usage: agentcli --prompt TEXT [flags]\n       agentcli COMMAND [flags]\n\n"
        + sentence(row_of("run").summary)
        + "\n\nExamples:\n"
          "  git diff | agentcli -m gpt-5-mini -p 'Review this change'\n"
          "  agentcli --base-url http://127.0.0.1:8080/v1 -m local -p 'Explain src/main.c'\n"
          "  agentcli chat\n";
    for (const Purpose& purpose : purposes())
        text += "\n" + std::string(purpose.title) + ":\n" + in_two_columns(commands_for(purpose));
    return text + "\nThe most important flags:\n" + in_two_columns(important_flags())
        + "\n'agentcli help run' lists all flags, 'agentcli help COMMAND' those of a command;\n"
          "'agentcli help TOOL' explains a tool of the manifest, 'man agentcli' all of it.\n";
}

std::vector<HelpItem> commands_after(Command command)
{
    std::vector<HelpItem> items;
    for (const Command name : commands_named(command))
        if (name != command)
            items.push_back({std::string(name.substr(command.size() + 1)), row_of(name).summary});
    return items;
}

std::string help_of_several(const std::string& word)
{
    std::string group;
    for (const Command name : commands_named(word))
        if (group.empty())
            group = row_of(name).group;
    return "usage: agentcli " + word + " COMMAND [flags]\n\n"
        + (group.empty() ? "" : sentence(group) + "\n\n") + in_two_columns(commands_after(word))
        + "\n'agentcli help " + word + " COMMAND' explains one and lists its flags.\n";
}

}
