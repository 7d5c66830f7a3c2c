#include "runner/options/option_assign.hpp"

#include <algorithm>

namespace runner::options {

using namespace agent;
using namespace toolkit;

// The limits that end a run, a turn or a call: a workspace may narrow them.

static void set_timeout(Options& options, std::string_view value)
{
    options.timeout = options.reply_timeout = parse_duration(value);
}

static Narrowed lower_timeout(Options& options, std::string_view value)
{
    const auto limit = parse_duration(value);
    if (options.timeout <= limit && options.reply_timeout <= limit)
        return Narrowed::unchanged;
    options.timeout = std::min(options.timeout, limit);
    options.reply_timeout = std::min(options.reply_timeout, limit);
    return Narrowed::replaced;
}

static Narrowed lower_retries(Options& options, std::string_view value)
{
    const int retries = parse_retries(value);
    if (options.retries <= retries)
        return Narrowed::unchanged;
    options.retries = retries;
    return Narrowed::replaced;
}

static std::vector<Option> options_of_counts()
{
    return {
        {.name = "max-steps",
            .value = "N",
            .help = "maximum number of requests to the model",
            .brief = "maximum number of requests to the model [8]",
            .assign = set<&Options::max_steps, parse_count>,
            .preset = "8",
            .commands = {Command::run, Command::config, Command::host},
            .in_profile = true,
            .narrow = lower<&Options::max_steps, parse_count>},
        {.name = "max-steps",
            .value = "N",
            .help = "maximum number of requests to the model in a turn",
            .assign = set<&Options::max_steps, parse_count>,
            .preset = "50",
            .commands = {Command::chat},
            .in_profile = true,
            .narrow = lower<&Options::max_steps, parse_count>},
        {.name = "max-total-tokens",
            .value = "N",
            .help = "maximum length of all replies of a run together in tokens, as the server "
                    "counts them or "
                    "else estimated; by default unlimited",
            .assign = set<&Options::max_total_tokens, parse_count>,
            .in_profile = true,
            .narrow = lower<&Options::max_total_tokens, parse_count>},
    };
}

static std::vector<Option> options_of_call_counts()
{
    return {
        {.name = "max-tool-calls",
            .value = "N",
            .help = "maximum number of tool calls",
            .assign = set<&Options::max_calls, parse_count>,
            .preset = "100",
            .commands = {Command::run, Command::config, Command::host},
            .in_profile = true,
            .narrow = lower<&Options::max_calls, parse_count>},
        {.name = "max-tool-calls",
            .value = "N",
            .help = "maximum number of tool calls in a turn",
            .assign = set<&Options::max_calls, parse_count>,
            .preset = "200",
            .commands = {Command::chat},
            .in_profile = true,
            .narrow = lower<&Options::max_calls, parse_count>},
        {.name = "max-repeats",
            .value = "N",
            .help = "stop after N identical calls with no change in between",
            .assign = set<&Options::max_repeats, parse_count>,
            .preset = "5",
            .commands
            = {Command::run, Command::config, Command::host, Command::chat, Command::investigate},
            .in_profile = true,
            .narrow = lower<&Options::max_repeats, parse_count>},
    };
}

// An investigation has other limits, and always has them.
static std::vector<Option> options_of_investigations()
{
    const auto row = [](const char* name, const char* value, const char* help, const char* preset) {
        return Option {.name = name,
            .value = value,
            .help = help,
            .preset = preset,
            .commands = {Command::investigate},
            .in_profile = true};
    };
    std::vector<Option> rows {
        row("max-steps", "N", "maximum number of requests to the model, before the report", "40"),
        row("max-tool-calls", "N", "maximum number of tool calls", "120"),
        row("max-total-tokens", "N",
            "maximum length of all requests and replies together in tokens, as the server counts "
            "them",
            "400000"),
        row("max-seconds", "TIME", "maximum duration in seconds, or 500ms, 2m, before the report",
            "300"),
    };
    rows[0].assign = set<&Options::max_steps, parse_count>;
    rows[0].narrow = lower<&Options::max_steps, parse_count>;
    rows[1].assign = set<&Options::max_calls, parse_count>;
    rows[1].narrow = lower<&Options::max_calls, parse_count>;
    rows[2].assign = set<&Options::max_total_tokens, parse_count>;
    rows[2].narrow = lower<&Options::max_total_tokens, parse_count>;
    rows[3].assign = set<&Options::max_time, parse_duration>;
    rows[3].narrow = lower<&Options::max_time, parse_duration>;
    return rows;
}

static std::vector<Option> options_of_times()
{
    return {
        {.name = "max-seconds",
            .value = "TIME",
            .help = "maximum duration in seconds, or 500ms, 2m; by default unlimited",
            .brief = "maximum duration in seconds, or 5m",
            .assign = set<&Options::max_time, parse_duration>,
            .commands
            = {Command::run, Command::config, Command::host, Command::chat, Command::embed},
            .in_profile = true,
            .narrow = lower<&Options::max_time, parse_duration>},
        {.name = "timeout",
            .value = "TIME",
            .help
            = "maximum time until a server begins to answer (by default 10m), and maximum duration "
              "of a call whose tool has no timeoutSec (30s)",
            .assign = set_timeout,
            .commands = {Command::run, Command::config, Command::host, Command::chat,
                Command::embed, Command::investigate},
            .in_profile = true,
            .narrow = lower_timeout},
        {.name = "idle-timeout",
            .value = "TIME",
            .help = "maximum silence of a server between two pieces of its answer; by default 2m, "
                    "or --timeout if that is less",
            .assign = set<&Options::idle_timeout, parse_duration>,
            .commands
            = {Command::run, Command::config, Command::host, Command::chat, Command::investigate},
            .in_profile = true},
    };
}

static Option option_of_retries(const char* help, const char* preset, std::vector<Command> commands)
{
    return {.name = "http-retries",
        .value = "N",
        .help = help,
        .assign = set<&Options::retries, parse_retries>,
        .preset = preset,
        .commands = std::move(commands),
        .in_profile = true,
        .narrow = lower_retries};
}

static std::vector<Option> options_of_other_times()
{
    return {
        {.name = "timeout",
            .value = "TIME",
            .help = "maximum duration of a call whose tool has no timeoutSec (30s)",
            .assign = set_timeout,
            .commands = {Command::mcp},
            .in_profile = true,
            .narrow = lower_timeout},
        option_of_retries("maximum number of retries after a broken connection, 408, 429 or 5xx",
            "2",
            {Command::run, Command::config, Command::host, Command::embed, Command::investigate}),
        option_of_retries(
            "maximum number of retries after a broken connection, 408, 429 or 5xx; Esc ends them",
            "8", {Command::chat}),
    };
}

std::vector<Option> options_of_limits()
{
    return joined({options_of_counts, options_of_call_counts, options_of_investigations,
        options_of_times, options_of_other_times});
}

}
