#include "runner/options/command.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

const std::vector<CommandRow>& command_table()
{
    static const std::vector<CommandRow> table {
        {Command::run, "", "--prompt TEXT [flags]",
            "ask a model, run the tools that it calls, and print its answer"},
        {Command::embed, "embed", "--prompt TEXT [flags]",
            "print the embedding of a text, or of each line of it, as a line of JSON"},
        {Command::doctor, "doctor", "[flags]", "tell what this machine gives to the tools, and ask nobody", 0,
            "Exits 1 where something is missing that the manifest needs.\n"},
        {Command::trust, "trust", "[FILE] [flags]",
            "show ./tools.json, or the tools.json that is named, on the terminal, and trust it after a yes",
            1,
            "Trust is of these bytes in this directory: any change ends it. A manifest that is named by "
            "--tools needs "
            "none.\n"},
        {Command::audit_verify, "audit verify", "[FOLDER | FILE | -] [flags]",
            "follow the chain of the audit trail, and name the first line that was tampered with", 1,
            "Of .agentcli/audit, or what is named; - is stdin. Exits 1 where the chain is broken. Prints the "
            "hash of the\n"
            "last line: kept elsewhere, and given back by --expect, it proves that no line was changed, "
            "removed or\n"
            "added since. If old files were put away, --after says which hash they ended with.\n"},
        {Command::audit_show, "audit show", "[FOLDER | FILE | -] [flags]", "print the audit trail for people",
            1, "Of .agentcli/audit, or what is named; - is stdin.\n"},
        {Command::redact, "redact", "[flags] < TEXT", "copy stdin to stdout, without the secrets", 0,
            "Those are the values of variables that are named like secrets (… KEY, TOKEN, SECRET, PASSWORD "
            "…), what has the\n"
            "shape of a key, a token or a password, and what --redact names.\n"},
        {Command::generate, "generate", "{bash | zsh | fish | man} [TOOL] | reference [flags]",
            "print the completions of a shell or a man page, of agentcli or of a tool, or docs/reference.md",
            2, {}, {"bash", "zsh", "fish", "man", "reference"}},
        {Command::help, "help", "[COMMAND | TOOL] [flags]", "tell of a command, or of a tool of the manifest",
            2},
    };
    return table;
}

const CommandRow& row_of(Command command)
{
    const auto& table = command_table();
    return *std::find_if(
        table.begin(), table.end(), [&](const CommandRow& row) { return row.command == command; });
}

std::vector<Command> commands_named(std::string_view words)
{
    std::vector<Command> result;
    for (const auto& row : command_table())
        if (row.name == words || row.name.starts_with(std::string(words) + " "))
            result.push_back(row.command);
    return result;
}

static bool is_word(const std::string& argument) { return !argument.empty() && argument[0] != '-'; }

static ToolError unknown(const std::string& words)
{
    std::vector<std::string> names;
    for (const auto& row : command_table())
        names.push_back(row.name);
    const auto near = nearest(words, names);
    return {Code::bad_request, "unknown command " + in_quotes(words),
        (near ? "did you mean '" + *near + "'? A" : "agentcli help lists the commands; a")
            + " prompt goes after --prompt"};
}

// One that is chosen by two words, called by the first alone.
static ToolError incomplete(const std::string& word)
{
    std::string names;
    for (const Command command : commands_named(word))
        names += (names.empty() ? "'" : "' or '") + row_of(command).name;
    return {Code::bad_request, in_quotes(word) + " needs a second word", names + "'"};
}

ChosenCommand choose_command(const std::vector<std::string>& arguments)
{
    if (arguments.empty() || !is_word(arguments[0]))
        return {Command::run, 0};
    const std::string& first = arguments[0];
    const std::string two
        = arguments.size() > 1 && is_word(arguments[1]) ? first + " " + arguments[1] : first;
    for (const auto& row : command_table()) {
        if (row.name == first)
            return {row.command, 1};
        if (row.name == two)
            return {row.command, 2};
    }
    if (commands_named(first).empty())
        throw unknown(first);
    throw two == first ? incomplete(first) : unknown(two);
}
