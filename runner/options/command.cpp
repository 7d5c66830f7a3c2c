#include "runner/options/command.hpp"

#include "runner/options/serving_commands.hpp"
#include "runner/options/workflow_commands.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/suggestion.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>

namespace runner::options {

using namespace toolkit;

static std::vector<CommandRow> commands_that_ask()
{
    return {
        {.command = Command::run,
            .name = "run",
            .purpose = "ask",
            .summary = "ask a model, run the tools that it calls, and print its answer",
            .text = "Without a command, agentcli runs: 'agentcli --prompt TEXT' is the same."},
        {.command = Command::chat,
            .name = "chat",
            .purpose = "ask",
            .summary = "chat with a model that uses the tools, on a terminal",
            .words = "[PROMPT]",
            .max_words = 1,
            .text
            = "On a terminal, 'agentcli' alone is the same. A chat is a session from its first "
              "message on, and asks before a tool changes files or runs programs. docs/chat.md "
              "has the rest."},
        {.command = Command::investigate,
            .name = "investigate",
            .purpose = "ask",
            .summary = "have a question about the workspace investigated, with checked evidence",
            .words = "[QUESTION]",
            .max_words = 1,
            .text = "The model reads the workspace by the tools of the manifest that do nothing "
                    "else, and reports findings; agentcli checks that each quote is in its file. "
                    "Without QUESTION it is a tool: one request on stdin ({\"question\", "
                    "\"paths\"?}), one line of JSON on stdout."},
        {.command = Command::embed,
            .name = "embed",
            .purpose = "ask",
            .summary = "print the embedding of a text, or of each of its lines, as a line of JSON"},
    };
}

static std::vector<CommandRow> commands_of_sessions()
{
    return {
        {.command = Command::session_list,
            .name = "session list",
            .purpose = "sessions",
            .summary = "list the sessions, the latest first"},
        {.command = Command::session_show,
            .name = "session show",
            .purpose = "sessions",
            .summary = "print a session",
            .words = "NAME",
            .min_words = 1,
            .max_words = 1},
        {.command = Command::session_fork,
            .name = "session fork",
            .purpose = "sessions",
            .summary = "copy a session to a new one",
            .words = "NAME NEW",
            .min_words = 2,
            .max_words = 2,
            .text = "'agentcli --session NAME --fork NEW' copies it and continues in the copy."},
        {.command = Command::session_rewind,
            .name = "session rewind",
            .purpose = "sessions",
            .summary = "take the last turn, or the last N, out of a session",
            .words = "NAME [N]",
            .min_words = 1,
            .max_words = 2,
            .text = "A turn begins with what the user said. Files stay as they are."},
        {.command = Command::session_delete,
            .name = "session delete",
            .purpose = "sessions",
            .summary = "delete a session",
            .words = "NAME",
            .min_words = 1,
            .max_words = 1},
    };
}

static std::vector<CommandRow> commands_that_check()
{
    return {
        {.command = Command::doctor,
            .name = "doctor",
            .purpose = "check",
            .summary = "report what this machine offers to the tools",
            .text = "It uses no network unless --connect is given. Exits 1 if something that the "
                    "manifest requires is missing, or the server does not answer."},
        {.command = Command::capabilities,
            .name = "capabilities",
            .purpose = "check",
            .summary = "print what each tool can really do"},
        {.command = Command::config,
            .name = "config",
            .purpose = "check",
            .summary = "print the value of each flag of run and its source",
            .text = "Takes the flags of run: they count as in a run. Never prints the key."},
        {.command = Command::test,
            .name = "test",
            .purpose = "check",
            .summary
            = "replay recorded conversations and workflows, and compare them with what is expected",
            .words = "[FILE …]",
            .max_words = 10'000,
            .reads_config = false,
            .text
            = "FILE is a test; without one, those of tests/agent/*.yaml are run that are trusted "
              "('agentcli trust FILE'). Needs no network and no key: the model's messages are "
              "recorded, the tools are run. Exits 1 if a test fails, 2 if one is not trusted. "
              "docs/testing-agents.md has the rest."},
    };
}

static std::vector<CommandRow> commands_of_trust()
{
    return {
        {.command = Command::trust,
            .name = "trust",
            .purpose = "check",
            .summary = "show ./tools.json, or the named tools.json, .mcp.json, workflow or test, "
                       "and trust it after a yes",
            .words = "[FILE]",
            .max_words = 1,
            .text
            = "Trust covers these bytes in this directory: any change ends it. A manifest that "
              "--tools names needs no trust. Of .mcp.json each server is shown, and trusted by "
              "itself. A test is trusted with its recording."},
        {.command = Command::trust_list,
            .name = "trust list",
            .purpose = "check",
            .summary = "print what is trusted: kind, SHA-256 and path"},
        {.command = Command::trust_remove,
            .name = "trust remove",
            .purpose = "check",
            .summary
            = "end the trust in ./tools.json, or in the named tools.json, .mcp.json, workflow or "
              "test",
            .words = "[FILE]",
            .max_words = 1},
    };
}

static std::vector<CommandRow> commands_of_the_trail()
{
    return {
        {.command = Command::audit_verify,
            .name = "audit verify",
            .purpose = "audit",
            .summary
            = "verify the hash chain of the audit trail; name the first line that breaks it",
            .words = "[DIR | FILE | -]",
            .max_words = 1,
            .text
            = "Reads .agentcli/audit by default; - is stdin. Exits 1 if the chain is broken. "
              "Prints "
              "the hash of the last line. Keep this hash elsewhere: a later run with --expect HASH "
              "detects truncation and rewriting. If old files were put away, --after HASH names "
              "the hash "
              "that they ended with."},
        {.command = Command::audit_show,
            .name = "audit show",
            .purpose = "audit",
            .summary = "print the audit trail as a table",
            .words = "[DIR | FILE | -]",
            .max_words = 1,
            .text = "Reads .agentcli/audit by default; - is stdin."},
    };
}

static std::vector<CommandRow> commands_about_changes()
{
    return {
        {.command = Command::undo,
            .name = "undo",
            .purpose = "audit",
            .summary = "undo the last changes of files that tools of the manifest have made",
            .text
            = "Undoes steps that calls of agentcli have made in this workspace, the newest first, "
              "and overwrites nothing that was changed since. On a terminal it shows the diff and "
              "asks. What commands of exec did is not undone. The tools of the manifest must keep "
              "what they change (--keep-undo), as those of the installed manifest do."},
        {.command = Command::redact,
            .name = "redact",
            .purpose = "audit",
            .summary = "copy stdin to stdout without the secrets",
            .text
            = "Secrets are the values of variables with names like secrets (KEY, TOKEN, SECRET, "
              "PASSWORD), text in the format of a key, a token or a password, and whatever "
              "--redact and --redact-key name."},
    };
}

static std::vector<CommandRow> commands_that_explain()
{
    return {
        {.command = Command::generate,
            .name = "generate",
            .purpose = "more",
            .summary
            = "print completions or a man page, of agentcli or of a tool, or docs/reference.md",
            .words = "{bash | zsh | fish | man} [TOOL] | reference",
            .min_words = 1,
            .max_words = 2,
            .reads_config = false,
            .choices = {"bash", "zsh", "fish", "man", "reference"}},
        {.command = Command::help,
            .name = "help",
            .purpose = "more",
            .summary = "print the help of a command, or of a tool of the manifest",
            .words = "[COMMAND | TOOL]",
            .max_words = 2,
            .reads_config = false},
        {.command = Command::version,
            .name = "version",
            .purpose = "more",
            .summary = "print the version",
            .reads_config = false},
    };
}

const std::vector<CommandRow>& command_table()
{
    static const std::vector<CommandRow> table = [] {
        std::vector<CommandRow> all = commands_that_ask();
        for (auto* more : {commands_that_serve, commands_of_mcp, commands_of_servers,
                 commands_of_sessions, commands_that_check, commands_of_trust,
                 commands_of_the_trail, commands_about_changes, commands_of_runs,
                 commands_of_workflows, commands_that_explain})
            for (auto& row : more())
                all.push_back(std::move(row));
        return all;
    }();
    return table;
}

const CommandRow& row_of(Command command)
{
    const auto& table = command_table();
    return *std::find_if(
        table.begin(), table.end(), [&](const CommandRow& row) { return row.command == command; });
}

std::string program_of(Command command) { return "agentcli " + row_of(command).name; }

std::vector<Command> commands_named(std::string_view words)
{
    std::vector<Command> result;
    for (const auto& row : command_table())
        if (row.name == words || row.name.starts_with(std::string(words) + " "))
            result.push_back(row.command);
    return result;
}

std::vector<std::string> command_words()
{
    std::vector<std::string> result;
    for (const auto& row : command_table()) {
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

// The first of two words, alone.
static ToolError incomplete_command(const std::string& word)
{
    std::string names;
    for (const Command command : commands_named(word))
        names += (names.empty() ? "'" : ", '") + row_of(command).name + "'";
    return {Code::bad_request, text::in_quotes(word) + " needs a second word", "one of " + names};
}

ChosenCommand choose_command(const std::vector<std::string>& arguments)
{
    if (arguments.empty() || !is_word(arguments[0]))
        return {Command::run, 0};
    const std::string& first = arguments[0];
    const std::string two
        = arguments.size() > 1 && is_word(arguments[1]) ? first + " " + arguments[1] : first;
    const CommandRow* chosen
        = nullptr; // the longer name counts: 'trust list' is not 'trust' with a file
    for (const auto& row : command_table())
        if ((row.name == first && chosen == nullptr) || row.name == two)
            chosen = &row;
    if (chosen != nullptr)
        return {chosen->command, chosen->name == first ? 1U : 2U};
    if (commands_named(first).empty())
        throw unknown_command(first);
    throw two == first ? incomplete_command(first) : unknown_command(two);
}

}
