#include "runner/options/option_table.hpp"

#include "runner/commands/audit_view.hpp"
#include "runner/options/option_assign.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <utility>

// It becomes a header: a line break in it would become another one.
static void bearer(Options& options, std::string_view value)
{
    if (!std::all_of(value.begin(), value.end(), [](char c) { return c > ' ' && c < 0x7f; }))
        throw ToolError(Code::bad_request, "the key has a blank or a character that is not ASCII");
    options.api_key = value;
}

static void audit_policy(Options& options, std::string_view value)
{
    if (value != "required" && value != "best-effort")
        throw ToolError(Code::bad_request, in_quotes(value) + " is not required or best-effort");
    options.audit = value == "required" ? AuditPolicy::required : AuditPolicy::best_effort;
}

static void add_patterns(Options& options, std::string_view lines)
{
    while (!lines.empty()) {
        const std::string_view line = lines.substr(0, lines.find('\n'));
        lines.remove_prefix(std::min(line.size() + 1, lines.size()));
        if (line.empty())
            continue;
        options.redact.patterns.emplace_back(line);
        check_pattern(options.redact.patterns.back());
    }
}

static void add_keys(Options& options, std::string_view names)
{
    for (const auto& name : parse_names(names)) {
        check_key(name);
        options.redact.keys.push_back(name);
    }
}

static const std::vector<Command> with_tools {
    Command::run, Command::doctor, Command::generate, Command::help};
static const std::vector<Command> with_endpoint {Command::run, Command::embed, Command::doctor};
static const std::vector<Command> with_requests {Command::run, Command::embed};
static const std::vector<Command> every_command; // an empty list is one without limits

static std::vector<Option> options_of_asking()
{
    return {
        {"prompt", "TEXT",
            "what to ask; stdin, if a file or a pipe, is appended; - is stdin alone (required)",
            text<&Options::prompt>, "", {}, with_requests, Given::once_or_empty},
        {"tools", "FILE",
            "the manifest of the tools; without it ./tools.json if it is trusted, otherwise the installed "
            "one",
            text<&Options::tools>, "", {}, with_tools},
        {"system", "TEXT", "the system message; empty for none",
            [](Options& options, std::string_view value) {
                text<&Options::system>(options, value);
                options.system_file.clear();
            },
            "You are a precise assistant. Use the tools when they help, and answer briefly.", {},
            {Command::run}, Given::once_or_empty},
        {"base-url", "URL", "the endpoint, to which /chat/completions is added", text<&Options::base_url>,
            "https://api.openai.com/v1", {"OAI_BASE_URL"}, with_endpoint},
        {"api-key", "KEY",
            "the bearer token; on a command line every user can see it, so prefer the environment", bearer,
            "", {"OAI_API_KEY", "OPENAI_API_KEY"}, with_endpoint},
        {"model", "NAME", "the model", text<&Options::model>, "oss-gpt-20b", {"OAI_MODEL"}, with_endpoint},
    };
}

static std::vector<Option> options_of_limits()
{
    return {
        {"max-steps", "N", "how often the model is asked at most", count<&Options::max_steps>, "8"},
        {"max-tool-calls", "N", "how many calls of tools are run at most", count<&Options::max_calls>, "100"},
        {"max-repeats", "N", "how often the same call is run while no other one changes anything",
            count<&Options::max_repeats>, "5"},
        {"max-seconds", "TIME", "how long all of it may take, in seconds, or 500ms, 2m; no limit without it",
            duration<&Options::max_time>, "", {}, with_requests},
        {"timeout", "TIME",
            "how long a server may be silent, and a tool that names no timeoutSec may take: 500ms, 2m; "
            "without it 10m and 30s",
            [](Options& options, std::string_view value) {
                options.timeout = options.reply_timeout = parse_duration(value);
            },
            "", {}, with_requests},
        {"http-retries", "N",
            "how often a request is sent again that met a broken connection, 408, 429 or 5xx",
            [](Options& options, std::string_view value) { options.retries = parse_retries(value); }, "2", {},
            with_requests},
        {"max-tokens", "N", "how long a reply may be, in tokens; the server's own limit without it",
            count<&Options::max_tokens>},
        {"max-total-tokens", "N",
            "how long all replies may be together, in tokens as the server counts them, or else by estimate; "
            "no limit without it",
            count<&Options::max_total_tokens>},
        {"temp", "NUMBER", "the temperature, 0 to 2; the server's own without it",
            [](Options& options, std::string_view value) { options.temperature = parse_temperature(value); },
            ""},
    };
}

static std::vector<Option> options_of_output()
{
    return {
        {"record", "FILE", "write the conversation with the model to FILE, redacted", text<&Options::record>},
        {"replay", "FILE", "answer from a recording: no network, no key; the tools run for real",
            text<&Options::replay>},
        {"redact", "PATTERN",
            "also redact what matches (RE2); may be given many times; the variable holds one a line",
            add_patterns, "", {"AGENTCLI_REDACT"}, every_command, Given::often},
        {"redact-key", "NAMES",
            "also redact the values that have these names, in JSON and as NAME=value; may be given many "
            "times",
            add_keys, "", {}, every_command, Given::often},
        {"redact-model", "", "also redact what the model is told", toggle<&Options::redact_model>},
        {"audit", "required|best-effort",
            "where a call can't be written down: end the run, or say so and go on", audit_policy, "required"},
        {"stream", "", "print the text of every step as it comes", toggle<&Options::stream>},
        {"verbose", "", "print to stderr what the model tells of its reasoning", toggle<&Options::verbose>},
        {"debug", "", "print each request and response to stderr, redacted", toggle<&Options::debug>, "", {},
            with_requests},
        {"json", "",
            "print JSON: of a run one object at its end, with answer, exitReason, steps, calls, usage",
            toggle<&Options::json>, "", {},
            {Command::run, Command::doctor, Command::audit_verify, Command::audit_show}},
        {"events", "", "print a line of JSON for each thing that happens, the object of --json last",
            toggle<&Options::events>},
        {"version", "", "print the version", toggle<&Options::version>, "", {}, every_command},
        {"help", "", "print this", toggle<&Options::help>, "", {}, every_command},
    };
}

static std::vector<Option> options_of_audit()
{
    static const std::vector<Command> show {Command::audit_show};
    return {
        {"expect", "HASH", "the hash that was printed last, and must still be that of the last line",
            text<&Options::expected_hash>, "", {}, {Command::audit_verify}},
        {"after", "HASH",
            "the hash that the lines which were put away ended with: the first one must follow it",
            text<&Options::hash_before_first>, "", {}, {Command::audit_verify}},
        {"tool", "NAME", "only calls of this tool", text<&Options::tool>, "", {}, show},
        {"run", "ID", "only this run; the beginning of its name is enough", text<&Options::run>, "", {},
            show},
        {"since", "TIME", "only what began then or later: 2h, 7d, 2026-11-21, 2026-11-21T09:30 (UTC)",
            [](Options& options, std::string_view value) { options.since = parse_since(value); }, "", {},
            show},
        {"failed", "", "only what failed", toggle<&Options::failed>, "", {}, show},
    };
}

static std::vector<Option> options_of_trust()
{
    return {
        {"list", "", "print what is trusted: kind, SHA-256 and path", toggle<&Options::list_trusted>, "", {},
            {Command::trust}},
        {"remove", "", "end the trust", toggle<&Options::end_trust>, "", {}, {Command::trust}},
    };
}

const std::vector<Option>& option_table()
{
    static const std::vector<Option> options = [] {
        std::vector<Option> all = options_of_asking();
        for (auto* more : {options_of_limits, options_of_conversation, options_of_network, options_of_audit,
                 options_of_trust, options_of_output})
            for (auto& option : more())
                all.push_back(std::move(option));
        return all;
    }();
    return options;
}

bool takes(Command command, const Option& option)
{
    const auto& commands = option.commands;
    return commands.empty() || std::find(commands.begin(), commands.end(), command) != commands.end();
}

std::string flag_of(const Option& option) { return (option.name.size() == 1 ? "-" : "--") + option.name; }

std::string usage_of(const Option& option)
{
    return flag_of(option) + (option.value.empty() ? "" : " " + option.value);
}

std::string explanation_of(const Option& option)
{
    std::string text = option.help;
    for (std::size_t index = 0; index < option.environment.size(); ++index)
        text += (index == 0 ? "; environment: " : ", then ") + option.environment[index];
    return text + (option.preset.empty() ? "" : " [" + option.preset + "]");
}
