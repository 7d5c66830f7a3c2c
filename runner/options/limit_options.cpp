#include "runner/options/option_assign.hpp"

#include <algorithm>

namespace runner::options {

using namespace agent;
using namespace toolkit;

// Flags for the limits of a run, a turn or a call, which a workspace may lower.

void set_timeout(Options& options, std::string_view value)
{
    options.timeout = options.reply_timeout = parse_duration(value);
}

Narrowed lower_timeout(Options& options, std::string_view value)
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
            .place = 140,
            .value = "N",
            .help = "maximum number of requests to the model",
            .assign = set<&Options::max_steps, parse_count>,
            .preset = "8",
            .commands = {"run", "config"},
            .in_profile = true,
            .narrow = lower<&Options::max_steps, parse_count>},
        {.name = "max-total-tokens",
            .place = 145,
            .value = "N",
            .help = "maximum length of all replies of a run together in tokens, as the server "
                    "counts them or "
                    "else estimated; by default unlimited",
            .assign = set<&Options::max_total_tokens, parse_count>,
            .in_profile = true,
            .narrow = lower<&Options::max_total_tokens, parse_count>},
        {.name = "max-cost",
            .value = "AMOUNT",
            .help = "what all requests and replies of a run may cost together, by 'prices' of the "
                    "config; by default unlimited",
            .assign = set<&Options::max_cost, parse_amount>,
            .in_profile = true,
            .narrow = lower<&Options::max_cost, parse_amount>},
    };
}

static std::vector<Option> options_of_call_counts()
{
    return {
        {.name = "max-tool-calls",
            .place = 150,
            .value = "N",
            .help = "maximum number of tool calls",
            .assign = set<&Options::max_calls, parse_count>,
            .preset = "100",
            .commands = {"run", "config"},
            .in_profile = true,
            .narrow = lower<&Options::max_calls, parse_count>},
        {.name = "max-repeats",
            .place = 155,
            .value = "N",
            .help = "stop after N identical calls with no change in between",
            .assign = set<&Options::max_repeats, parse_count>,
            .preset = "5",
            .commands = {"run", "config"},
            .in_profile = true,
            .narrow = lower<&Options::max_repeats, parse_count>},
    };
}

static std::vector<Option> options_of_times()
{
    return {
        {.name = "max-seconds",
            .place = 170,
            .value = "TIME",
            .help = "maximum duration in seconds, or 500ms, 2m; by default unlimited",
            .assign = set<&Options::max_time, parse_duration>,
            .commands = {"run", "config", "embed"},
            .in_profile = true,
            .narrow = lower<&Options::max_time, parse_duration>},
        {.name = "timeout",
            .value = "TIME",
            .help
            = "maximum time until a server begins to answer (by default 10m), and maximum duration "
              "of a call whose tool has no timeoutSec (30s)",
            .assign = set_timeout,
            .commands = {"run", "config", "embed"},
            .in_profile = true,
            .narrow = lower_timeout},
        {.name = "idle-timeout",
            .value = "TIME",
            .help = "maximum silence of a server between two pieces of its answer; by default 2m, "
                    "or --timeout if that is less",
            .assign = set<&Options::idle_timeout, parse_duration>,
            .commands = {"run", "config"},
            .in_profile = true},
    };
}

Option option_of_retries(const char* help, const char* preset, std::vector<Command> commands)
{
    return {.name = "http-retries",
        .place = 181,
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
        option_of_retries("maximum number of retries after a broken connection, 408, 429 or 5xx",
            "2", {"run", "config", "embed"}),
    };
}

std::vector<Option> options_of_limits()
{
    return joined(
        {options_of_counts, options_of_call_counts, options_of_times, options_of_other_times});
}

}
