#include "runner/options/option_assign.hpp"
#include "toolkit/text/characters.hpp"

#include <algorithm>

namespace runner::options {

using namespace agent;

// Flags for output, recordings and redaction, and flags that stand for commands.

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
        row("print one JSON object at the end: answer, exitReason, steps, calls, usage", {"run"}),
        row("print JSON", {"config", "doctor", "capabilities", "session list", "audit verify"}),
        row("print the messages as a JSON array", {"session show"}),
        row("print the lines of the trail as they are", {"audit show"}),
    };
    rows.front().brief = "print one JSON object at the end";
    return rows;
}

// Refuses words that look like a switch, since they would be taken for a file name.
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
        .place = 610,
        .optional_file = "FILE",
        .help = "print each request and response to stderr, or append them to FILE, redacted",
        .assign = set_debug,
        .commands = {"run", "config", "embed"}};
}

std::vector<Option> options_of_output()
{
    std::vector<Option> all {
        {.name = "stream",
            .place = 600,
            .help = "print the text of every step as it arrives",
            .brief = "print text as it arrives",
            .assign = toggle<&Options::stream>,
            .commands = {"run", "config"},
            .in_profile = true},
        {.name = "events",
            .help = "print each event as a line of JSON, as the run channel has them",
            .assign = toggle<&Options::events>,
            .commands = {"run", "config"},
            .excludes = {"json"}},
        {.name = "dry-run",
            .help = "print the request, redacted, and send nothing",
            .assign = toggle<&Options::dry_run>,
            .commands = {"run"},
            .excludes
            = {"list-sessions", "show-session", "delete-session", "capabilities", "print-config"}},
        {.name = "verbose",
            .help = "print the model's reasoning to stderr, and in a workflow what commands print",
            .assign = toggle<&Options::verbose>,
            .commands = {"run", "config"},
            .in_profile = true},
    };
    const auto json = options_of_json();
    all.insert(all.begin() + 1, json.begin(), json.end());
    all.push_back(option_to_debug());
    return all;
}

std::vector<Option> options_of_redaction()
{
    return {
        {.name = "audit",
            .place = 720,
            .value = "required|best-effort",
            .help = "if a call cannot be recorded: end the run, or report it once and continue",
            .assign = set<&Options::audit, parse_audit_policy>,
            .preset = "required",
            .commands = {"run", "config"}},
        {.name = "redact",
            .value = "PATTERN",
            .help
            = "also redact matches of this RE2 pattern; repeatable; the variable holds one a line",
            .assign = add_patterns,
            .environment = {"AGENTCLI_REDACT"},
            .commands = {},
            .reach = Reach::with_secrets,
            .given = FlagRepetition::often},
        {.name = "redact-key",
            .value = "NAMES",
            .help = "also redact the values of these names, in JSON and as NAME=value; repeatable",
            .assign = add_keys,
            .commands = {},
            .reach = Reach::with_secrets,
            .given = FlagRepetition::often},
        {.name = "redact-model",
            .help = "also redact what is sent to the model",
            .assign = toggle<&Options::redact_model>,
            .commands = {"run", "config"}},
    };
}

std::vector<Option> options_of_actions()
{
    const auto hidden = [](const char* name, const char* value, Command action, Command command) {
        return Option {.name = name,
            .value = value,
            .commands = {command},
            .action = action,
            .is_hidden = true};
    };
    return {
        {.name = "workspace",
            .place = 890,
            .letter = 'C',
            .elsewhere = {"cwd", "cd", "directory", "root"},
            .value = "DIR",
            .help = "the workspace: DIR becomes the current directory before anything else is done",
            .assign = set_text<&Options::workspace>,
            .commands = {},
            .reach = Reach::in_workspace,
            .is_first = true},
        {.name = "help",
            .place = 900,
            .letter = 'h',
            .help = "print this help",
            .commands = {},
            .reach = Reach::all,
            .action = "help"},
        {.name = "version",
            .letter = 'V',
            .commands = {},
            .reach = Reach::all,
            .action = "version",
            .is_hidden = true},
        hidden("list-sessions", "", "session list", "run"),
        hidden("show-session", "NAME", "session show", "run"),
        hidden("delete-session", "NAME", "session delete", "run"),
        hidden("capabilities", "", "capabilities", "run"),
        hidden("print-config", "", "config", "run"),
        hidden("list", "", "trust list", "trust"),
        hidden("remove", "", "trust remove", "trust"),
    };
}

}
