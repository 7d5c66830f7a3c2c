#include "frontends/agents/agent_options.hpp"
#include "frontends/agents/investigate.hpp"
#include "runner/options/command_set.hpp"
#include "runner/options/option_assign.hpp"

namespace frontends::agents {

using namespace agent;
using namespace runner;
using namespace runner::options;
using namespace toolkit;

// An investigation has other limits, and always has them.
static std::vector<Option> options_of_limits()
{
    const auto row = [](const char* name, const char* value, const char* help, const char* preset) {
        return Option {.name = name,
            .place = 160,
            .value = value,
            .help = help,
            .preset = preset,
            .commands = {"investigate"},
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

static std::vector<Option> options_of_output()
{
    return {
        {.name = "describe",
            .place = 611,
            .help = "print the entry of a manifest that offers it as a tool",
            .assign = toggle<&InvestigateOptions::describe>,
            .commands = {"investigate"}},
    };
}

static std::vector<CommandRow> commands()
{
    return {
        {.name = "investigate",
            .purpose = "ask",
            .place = 30,
            .summary = "have a question about the workspace investigated, with checked evidence",
            .words = "[QUESTION]",
            .max_words = 1,
            .text = "The model reads the workspace by the tools of the manifest that do nothing "
                    "else, and reports findings; agentcli checks that each quote is in its file. "
                    "Without QUESTION it is a tool: one request on stdin ({\"question\", "
                    "\"paths\"?}), one line of JSON on stdout.",
            .like = "config",
            .but = {"system", "system-file", "no-default-system", "no-agents-md", "no-skills",
                "max-total-tokens", "session", "fork", "load-messages", "save-messages",
                "output-schema", "approve", "max-steps", "max-tool-calls", "max-seconds",
                "investigator", "stream", "events", "mcp", "overwrite"},
            .mode = "investigate",
            .span = Span::limited,
            .run
            = [](Invocation& by) { return run_investigate(by.options, by.secrets, by.cancel()); }},
    };
}

extern const CommandSet command_set;
const CommandSet command_set {
    .commands = commands,
    .options = {options_of_limits, options_of_output},
};

}
