#include "runner/options/command.hpp"

#include "runner/options/command_set.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace runner::options {

using namespace toolkit;

const std::vector<Purpose>& purposes()
{
    static const auto& all
        = *new std::vector<Purpose> {{"ask", "Ask a model"}, {"serve", "Serve other programs"},
            {"servers", "Use MCP servers"}, {"stored", "What is stored"},
            {"check", "Check the setup"}, {"audit", "Review what was done"}, {"more", "More"}};
    return all;
}

static bool is_before(const CommandRow& left, const CommandRow& right)
{
    const auto order = [](const CommandRow& row) {
        const auto& all = purposes();
        const auto found = std::find_if(all.begin(), all.end(),
            [&](const Purpose& purpose) { return purpose.name == row.purpose; });
        return std::pair(found - all.begin(), row.place);
    };
    return order(left) < order(right);
}

namespace {

struct CommandTables {
    std::vector<CommandRow> shown = {};
    std::vector<CommandRow> hidden = {};
};

}

static CommandTables collected()
{
    CommandTables tables;
    for (const CommandSet* set : command_sets())
        for (auto& row : set->commands()) {
            row.set = set;
            (row.is_hidden ? tables.hidden : tables.shown).push_back(std::move(row));
        }
    std::stable_sort(tables.shown.begin(), tables.shown.end(), is_before);
    return tables;
}

// Never destroyed, since that would take time at each exit.
static const CommandTables& tables()
{
    static const auto& tables = *new CommandTables(collected());
    return tables;
}

const std::vector<CommandRow>& command_table() { return tables().shown; }

const CommandRow& row_of(Command command)
{
    for (const auto* table : {&tables().shown, &tables().hidden})
        for (const auto& row : *table)
            if (row.name == command)
                return row;
    throw std::logic_error("no command is called " + std::string(command));
}

std::vector<CommandExample> examples_of(const CommandRow& row)
{
    std::vector<CommandExample> result;
    for (const CommandExample& example : row.set->examples)
        if (example.command == row.name)
            result.push_back(example);
    return result;
}

std::string program_of(Command command) { return "agentcli " + std::string(command); }

std::vector<Command> commands_named(std::string_view words)
{
    std::vector<Command> result;
    for (const CommandRow& row : command_table())
        if (row.name == words || row.name.starts_with(std::string(words) + " "))
            result.emplace_back(row.name);
    return result;
}

std::vector<std::string> command_words()
{
    std::vector<std::string> result;
    for (const CommandRow& row : command_table()) {
        const std::string first = row.name.substr(0, row.name.find(' '));
        if (!text::contains(result, first))
            result.push_back(first);
        if (first != row.name)
            result.push_back(row.name);
    }
    return result;
}

static bool is_word(const std::string& argument) { return !argument.empty() && argument[0] != '-'; }

static ToolError unknown_command(const std::string& words)
{
    const std::string hint
        = text::did_you_mean(words, command_words(), "'agentcli help' lists the commands;");
    return {Code::bad_request, "unknown command " + text::in_quotes(words),
        hint + (hint.ends_with('?') ? " A" : " a") + " prompt goes after --prompt"};
}

// Adds the first word of a two-word command.
static ToolError incomplete_command(const std::string& word)
{
    std::string names;
    for (const Command command : commands_named(word))
        names += (names.empty() ? "'" : ", '") + std::string(command) + "'";
    return {Code::bad_request, text::in_quotes(word) + " needs a second word", "one of " + names};
}

ChosenCommand choose_command(const std::vector<std::string>& arguments)
{
    if (arguments.empty() || !is_word(arguments[0]))
        return {"run", 0};
    const std::string& first = arguments[0];
    const std::string two
        = arguments.size() > 1 && is_word(arguments[1]) ? first + " " + arguments[1] : first;
    const CommandRow* chosen
        = nullptr; // the longer name wins: 'trust list' is not 'trust' with a file
    for (const CommandRow& row : command_table())
        if ((row.name == first && chosen == nullptr) || row.name == two)
            chosen = &row;
    if (chosen != nullptr)
        return {chosen->name, chosen->name == first ? 1U : 2U};
    if (commands_named(first).empty())
        throw unknown_command(first);
    throw two == first ? incomplete_command(first) : unknown_command(two);
}

}
