#include "runner/options.hpp"

#include "runner/option_values.hpp"
#include "toolkit/error.hpp"
#include "toolkit/text.hpp"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>

using Assign = void (*)(Options&, std::string_view);

// One row: everything that is known of a flag. -help prints it, parse_options obeys it.
struct Option {
    std::string name;
    std::string value; // what its value is called in -help; empty for a switch
    std::string help;
    Assign assign;
    std::string preset = {}; // the default; empty where there is none
    std::vector<std::string> environment = {}; // the first one that is set counts
};

template<std::string Options::*member>
static void text(Options& options, std::string_view value)
{
    if (!is_utf8(value))
        throw ToolError(Code::bad_request, in_quotes(value) + " is not UTF-8");
    options.*member = value;
}

// It becomes a header: a line break in it would become another one.
static void bearer(Options& options, std::string_view value)
{
    if (!std::all_of(value.begin(), value.end(), [](char c) { return c > ' ' && c < 0x7f; }))
        throw ToolError(Code::bad_request, "the key has a blank or a character that is not ASCII");
    options.api_key = value;
}

template<bool Options::*member>
static void toggle(Options& options, std::string_view value)
{
    options.*member = parse_switch(value);
}

template<std::int64_t Options::*member>
static void count(Options& options, std::string_view value)
{
    options.*member = parse_count(value);
}

template<std::chrono::milliseconds Options::*member>
static void duration(Options& options, std::string_view value)
{
    options.*member = parse_duration(value);
}

static void add_patterns(Options& options, std::string_view lines)
{
    while (!lines.empty()) {
        const std::string_view line = lines.substr(0, lines.find('\n'));
        lines.remove_prefix(std::min(line.size() + 1, lines.size()));
        if (!line.empty())
            options.redact.emplace_back(line);
    }
}

static std::vector<Option> options_of_asking()
{
    return {
        {"prompt", "TEXT", "what to ask; - reads it from stdin (required)", text<&Options::prompt>},
        {"tools", "FILE", "the manifest of the tools; ./tools.json where it exists", text<&Options::tools>},
        {"system", "TEXT", "the system message; empty for none", text<&Options::system>,
            "You are a precise assistant. Use the tools when they help, and answer briefly."},
        {"base-url", "URL", "the endpoint, to which /chat/completions is added", text<&Options::base_url>,
            "https://api.openai.com/v1", {"OAI_BASE_URL"}},
        {"api-key", "KEY",
            "the bearer token; on a command line every user can see it, so prefer the environment", bearer,
            "", {"OAI_API_KEY", "OPENAI_API_KEY"}},
        {"model", "NAME", "the model", text<&Options::model>, "oss-gpt-20b", {"OAI_MODEL"}},
        {"max-steps", "N", "how often the model is asked at most", count<&Options::max_steps>, "8"},
        {"max-tool-calls", "N", "how many calls of tools are run at most", count<&Options::max_calls>, "100"},
        {"max-repeats", "N", "how often the same call is run while no other one changes anything",
            count<&Options::max_repeats>, "5"},
        {"max-seconds", "TIME", "how long all of it may take, in seconds, or 500ms, 2m; no limit without it",
            duration<&Options::max_time>},
        {"timeout", "TIME",
            "for each try of a request, and each call of a tool that names no timeoutSec: 500ms, 30s, 2m",
            duration<&Options::timeout>, "30s"},
        {"http-retries", "N",
            "how often a request is sent again that met a timeout, a broken connection, 408, 429 or 5xx",
            [](Options& options, std::string_view value) { options.retries = parse_retries(value); }, "2"},
        {"temp", "NUMBER", "the temperature, 0 to 2",
            [](Options& options, std::string_view value) { options.temperature = parse_temperature(value); },
            "0.2"},
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
            add_patterns, "", {"AGENTCLI_REDACT"}},
        {"stream", "", "print the text of every step as it comes", toggle<&Options::stream>},
        {"verbose", "", "print to stderr what the model tells of its reasoning", toggle<&Options::verbose>},
        {"debug", "", "print each request and response to stderr, redacted", toggle<&Options::debug>},
        {"json", "",
            "print one object at the end: answer, exitReason, steps, calls, usage; doctor's report too",
            toggle<&Options::json>},
        {"events", "", "print a line of JSON for each thing that happens, the object of -json last",
            toggle<&Options::events>},
        {"version", "", "print the version", toggle<&Options::version>},
        {"help", "", "print this", toggle<&Options::help>},
    };
}

static const std::vector<Option>& table()
{
    static const std::vector<Option> options = [] {
        std::vector<Option> all = options_of_asking();
        for (auto& option : options_of_output())
            all.push_back(std::move(option));
        return all;
    }();
    return options;
}

// Errors name where the value came from: -timeout, or OAI_MODEL.
static void assign(const Option& option, Options& options, const std::pair<std::string, std::string>& from)
{
    const auto& [source, value] = from;
    try {
        option.assign(options, value);
    } catch (const ToolError& error) {
        throw ToolError(Code::bad_request, source + ": " + error.message, error.hint);
    }
}

static void apply_presets(Options& options)
{
    for (const auto& option : table()) {
        if (!option.preset.empty())
            assign(option, options, {"-" + option.name, option.preset});
        for (const auto& variable : option.environment) {
            const char* value
                = std::getenv(variable.c_str()); // NOLINT(concurrency-mt-unsafe): one thread here
            if (value != nullptr && *value != '\0') {
                assign(option, options, {variable, value});
                break;
            }
        }
    }
}

static const Option& find(std::string_view name)
{
    std::vector<std::string> names;
    for (const auto& option : table()) {
        if (option.name == name)
            return option;
        names.push_back(option.name);
    }
    const std::optional<std::string> near = nearest(name, names);
    throw ToolError(Code::bad_request, "unknown flag " + in_quotes("-" + std::string(name)),
        near ? "did you mean '-" + *near + "'?" : "-help lists the flags");
}

Options parse_options(const std::vector<std::string>& arguments)
{
    Options options;
    apply_presets(options);
    options.doctor = !arguments.empty() && arguments.front() == "doctor";
    for (std::size_t index = options.doctor ? 1 : 0; index < arguments.size(); ++index) {
        const std::string& argument = arguments[index];
        if (argument.size() < 2 || argument[0] != '-')
            throw ToolError(Code::bad_request, "unexpected argument " + in_quotes(argument),
                "the prompt goes after -prompt");
        std::string_view name(argument);
        name.remove_prefix(name.starts_with("--") ? 2 : 1);
        const std::size_t equals = name.find('=');
        const Option& option = find(name.substr(0, equals));
        std::string value = "true";
        if (equals != std::string_view::npos)
            value = name.substr(equals + 1);
        else if (!option.value.empty() && ++index < arguments.size())
            value = arguments[index];
        else if (!option.value.empty())
            throw ToolError(Code::bad_request,
                "-" + option.name + " needs a value: -" + option.name + " " + option.value);
        assign(option, options, {"-" + option.name, value});
    }
    if (options.json && options.events)
        throw ToolError(
            Code::bad_request, "-json and -events are two forms of one output", "give one of them");
    if (options.prompt.empty() && !options.help && !options.version && !options.doctor)
        throw ToolError(Code::bad_request, "nothing to ask: -prompt is required", "-help lists the flags");
    return options;
}

std::string help_text()
{
    static constexpr std::size_t width = 23;
    std::string result = "usage: agentcli -prompt TEXT [flags]\n"
                         "       agentcli doctor [flags]\n\n"
                         "Asks a model, runs the tools that it calls, and prints its answer. doctor asks "
                         "nobody: it tells what\n"
                         "this machine gives to the tools, and exits 1 where something is missing that the "
                         "manifest needs.\n\n";
    for (const auto& option : table()) {
        std::string left = "  -" + option.name + (option.value.empty() ? "" : " " + option.value);
        left.resize(std::max(width, left.size() + 2), ' ');
        result += left + option.help;
        for (std::size_t index = 0; index < option.environment.size(); ++index)
            result += (index == 0 ? "; environment: " : ", then ") + option.environment[index];
        if (!option.preset.empty())
            result += " [" + option.preset + "]";
        result += "\n";
    }
    return result
        + "\nA flag outweighs the environment, which outweighs the default. -name and --name are the same.\n"
          "exit: 0 answered, 1 failed, 2 misuse; a limit was reached: 3 -max-steps, 4 -max-tool-calls, 5 "
          "-max-seconds,\n"
          "6 -max-repeats; 124 timed out, 130 interrupted\n";
}
