#include "runner/options/option_assign.hpp"
#include "toolkit/text/lower_case.hpp"

#include <algorithm>

namespace runner::options {

using namespace agent;

// What is printed, recorded and hidden; and the flags that are other spellings of commands.

// All but those that print tables of their own.
static std::vector<Command> commands_with_secrets()
{
    std::vector<Command> commands;
    for (const auto& row : command_table())
        if (row.command != Command::generate && row.command != Command::version
            && row.command != Command::workflow_schema)
            commands.push_back(row.command);
    return commands;
}

static std::vector<Command> all_commands()
{
    std::vector<Command> commands;
    for (const auto& row : command_table())
        commands.push_back(row.command);
    return commands;
}

static void add_patterns(Options& options, std::string_view lines)
{
    while (!lines.empty()) {
        const std::string_view line = lines.substr(0, lines.find('\n'));
        lines.remove_prefix(std::min(line.size() + 1, lines.size()));
        if (line.empty())
            continue;
        options.redact.patterns.emplace_back(line);
        redaction::check_pattern(options.redact.patterns.back());
    }
}

static void add_keys(Options& options, std::string_view names)
{
    for (const auto& name : parse_names(names)) {
        redaction::check_key(name);
        options.redact.keys.push_back(name);
    }
}

static std::vector<Option> options_of_json()
{
    const auto row = [](const char* help, std::vector<Command> commands) {
        return Option {.name = "json",
            .help = help,
            .assign = toggle<&Options::json>,
            .commands = std::move(commands)};
    };
    std::vector<Option> rows {
        row("print one JSON object at the end: answer, exitReason, steps, calls, usage",
            {Command::run}),
        row("print JSON",
            {Command::config, Command::doctor, Command::capabilities, Command::session_list,
                Command::audit_verify, Command::mcp_servers, Command::mcp_tools, Command::mcp_check,
                Command::investigate, Command::workflow_check, Command::workflow_list,
                Command::runs_list}),
        row("print the lines of the journal as they are", {Command::runs_show}),
        row("print the result as the server has sent it",
            {Command::mcp_call, Command::mcp_read, Command::mcp_prompt}),
        row("print the messages as a JSON array", {Command::session_show}),
        row("print the lines of the trail as they are", {Command::audit_show}),
    };
    rows.front().brief = "print one JSON object at the end";
    return rows;
}

static Option option_to_connect()
{
    return {.name = "connect",
        .help = "ask the server of the model for its list of models, and report whether it answers",
        .assign = toggle<&Options::connects>,
        .commands = {Command::doctor}};
}

// Refuses words that look like a switch: they would name a file.
static void set_debug(Options& options, std::string_view value)
{
    const bool is_file = !is_switch(value);
    const std::string lower = text::in_lower_case(value);
    for (const char* word : {"true", "false", "on", "off", "yes", "no", "-"})
        if (is_file && lower == word)
            throw ToolError(Code::bad_request,
                text::in_quotes(value) + " is neither true, false nor a file",
                "./" + std::string(value) + " names a file");
    options.debug.is_on = is_file || parse_switch(value);
    options.debug.file = is_file ? value : "";
}

static Option option_to_debug()
{
    return {.name = "debug",
        .optional_file = "FILE",
        .help = "print each request and response to stderr, or append them to FILE, redacted",
        .assign = set_debug,
        .commands
        = {Command::run, Command::config, Command::host, Command::embed, Command::investigate}};
}

static std::vector<Option> options_of_rarer_output()
{
    return {
        option_to_debug(),
        {.name = "describe",
            .help = "print the entry of a manifest that offers it as a tool",
            .assign = toggle<&Options::describe>,
            .commands = {Command::investigate}},
        {.name = "state",
            .value = "DIR",
            .help = "the directory of the runs; by default agentcli/runs in $XDG_STATE_HOME, or in "
                    "~/.local/state",
            .assign = text<&Options::state>,
            .commands = {Command::runs_list, Command::runs_show, Command::runs_prune}},
        {.name = "junit",
            .value = "FILE",
            .help = "write the results to FILE as JUnit XML",
            .assign = text<&Options::junit>,
            .commands = {Command::test},
            .is_file = true},
        {.name = "workflow",
            .letter = 'w',
            .value = "NAME",
            .help = "a file of workflows that tests may name; repeatable",
            .assign = [](Options& options,
                          std::string_view file) { options.tested_workflows.emplace_back(file); },
            .commands = {Command::test},
            .given = Given::often},
        {.name = "re-record",
            .help = "ask the model, and write the recordings of the tests anew",
            .assign = toggle<&Options::records_tests>,
            .commands = {Command::test}},
        {.name = "trust-found",
            .help = "run the tests that are found, whether they are trusted or not: for CI",
            .assign = toggle<&Options::trusts_found_tests>,
            .commands = {Command::test}},
    };
}

std::vector<Option> options_of_output()
{
    std::vector<Option> all {
        {.name = "stream",
            .help = "print the text of every step as it arrives",
            .brief = "print text as it arrives",
            .assign = toggle<&Options::stream>,
            .commands = {Command::run, Command::config},
            .in_profile = true},
        {.name = "events",
            .help = "print a line of JSON for each event; the last one is the object of --json",
            .assign = toggle<&Options::events>,
            .commands = {Command::run, Command::config},
            .excludes = {"json"}},
        {.name = "dry-run",
            .help = "print the request, redacted, and send nothing",
            .assign = toggle<&Options::dry_run>,
            .commands = {Command::run},
            .excludes
            = {"list-sessions", "show-session", "delete-session", "capabilities", "print-config"}},
        {.name = "verbose",
            .help = "print the model's reasoning to stderr",
            .assign = toggle<&Options::verbose>,
            .commands
            = {Command::run, Command::config, Command::host, Command::chat, Command::investigate},
            .in_profile = true},
    };
    const auto json = options_of_json();
    all.insert(all.begin() + 1, json.begin(), json.end());
    const auto rarer = options_of_rarer_output();
    all.insert(all.end(), rarer.begin(), rarer.end());
    all.push_back(option_to_connect());
    return all;
}

static std::vector<Option> options_of_undo()
{
    return {
        {.name = "last",
            .value = "N",
            .help = "undo the last N steps",
            .assign = set<&Options::undo_last, parse_count>,
            .preset = "1",
            .commands = {Command::undo},
            .excludes = {"forget"}},
        {.name = "dry-run",
            .help = "print what would be undone, and undo nothing",
            .assign = toggle<&Options::undo_is_dry_run>,
            .commands = {Command::undo},
            .excludes = {"forget"}},
        {.name = "forget",
            .help = "remove everything that was kept; nothing can be undone then",
            .assign = toggle<&Options::undo_forgets>,
            .commands = {Command::undo}},
    };
}

static std::vector<Option> options_of_trail()
{
    static const std::vector<Command> show {Command::audit_show};
    return {
        {.name = "expect",
            .value = "HASH",
            .help
            = "require that the last line still has this hash, which an earlier run printed last",
            .assign = text<&Options::expected_hash>,
            .commands = {Command::audit_verify}},
        {.name = "after",
            .value = "HASH",
            .help = "require that the first line follows this hash, with which the files that were "
                    "put away ended",
            .assign = text<&Options::hash_before_first>,
            .commands = {Command::audit_verify}},
        {.name = "tool",
            .value = "NAME",
            .help = "only calls of this tool",
            .assign = text<&Options::tool>,
            .commands = show},
        {.name = "run",
            .value = "ID",
            .help = "only this run; the beginning of its ID is enough",
            .assign = text<&Options::run>,
            .commands = show},
        {.name = "since",
            .value = "TIME",
            .help
            = "only what began at this time or later: 2h, 7d, 2026-11-21, 2026-11-21T09:30 (UTC)",
            .assign = set<&Options::since, parse_since>,
            .commands = show},
        {.name = "failed",
            .help = "only what failed",
            .assign = toggle<&Options::failed>,
            .commands = show},
    };
}

static std::vector<Option> options_of_redaction()
{
    return {
        {.name = "audit",
            .value = "required|best-effort",
            .help = "if a call cannot be recorded: end the run, or report it once and continue",
            .assign = set<&Options::audit, parse_audit_policy>,
            .preset = "required",
            .commands = {Command::run, Command::config, Command::host, Command::chat, Command::mcp,
                Command::mcp_approve, Command::investigate}},
        {.name = "redact",
            .value = "PATTERN",
            .help
            = "also redact matches of this RE2 pattern; repeatable; the variable holds one a line",
            .assign = add_patterns,
            .environment = {"AGENTCLI_REDACT"},
            .commands = commands_with_secrets(),
            .given = Given::often},
        {.name = "redact-key",
            .value = "NAMES",
            .help = "also redact the values of these names, in JSON and as NAME=value; repeatable",
            .assign = add_keys,
            .commands = commands_with_secrets(),
            .given = Given::often},
        {.name = "redact-model",
            .help = "also redact what is sent to the model",
            .assign = toggle<&Options::redact_model>,
            .commands = {Command::run, Command::config, Command::host, Command::chat, Command::mcp,
                Command::investigate}},
    };
}

std::vector<Option> options_of_audit()
{
    return joined({options_of_undo, options_of_trail, options_of_redaction});
}

std::vector<Option> options_of_actions()
{
    const auto hidden
        = [](const char* name, const char* value, Command action, std::vector<Command> commands) {
              return Option {.name = name,
                  .value = value,
                  .commands = std::move(commands),
                  .action = action,
                  .is_hidden = true};
          };
    return {
        {.name = "help",
            .letter = 'h',
            .help = "print this help",
            .commands = all_commands(),
            .action = Command::help},
        hidden("version", "", Command::version, all_commands()),
        hidden("list-sessions", "", Command::session_list, {Command::run}),
        hidden("show-session", "NAME", Command::session_show, {Command::run}),
        hidden("delete-session", "NAME", Command::session_delete, {Command::run}),
        hidden("capabilities", "", Command::capabilities, {Command::run}),
        hidden("print-config", "", Command::config, {Command::run}),
        hidden("list", "", Command::trust_list, {Command::trust}),
        hidden("remove", "", Command::trust_remove, {Command::trust}),
    };
}

}
