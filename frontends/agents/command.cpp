#include "frontends/agents/agent_options.hpp"
#include "frontends/agents/agents_command.hpp"
#include "runner/options/command_set.hpp"
#include "runner/options/option_assign.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace frontends::agents {

using namespace agent;
using namespace runner;
using namespace runner::options;
using namespace toolkit;

// The limits of one command, which differ from those of a run. Without a preset they only lower
// those of the agent.
struct LimitRows {
    options::Command command;
    const char* before; // the result when a limit is reached
    const char* presets[4];
};

static std::vector<Option> rows_of_limits(const LimitRows& wanted)
{
    std::size_t count = 0;
    const auto row = [&](const char* name, const char* value, const std::string& help) {
        return Option {.name = name,
            .place = 160,
            .value = value,
            .help = help,
            .preset = wanted.presets[count++],
            .commands = {wanted.command},
            .in_profile = true};
    };
    const std::string before = wanted.before;
    std::vector<Option> rows {
        row("max-steps", "N", "maximum number of requests to the model, before " + before),
        row("max-tool-calls", "N", "maximum number of tool calls"),
        row("max-total-tokens", "N",
            "maximum length of all requests and replies together in tokens, as the server counts "
            "them"),
        row("max-seconds", "TIME", "maximum duration in seconds, or 500ms, 2m, before " + before),
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

static std::vector<Option> options_of_limits()
{
    auto rows = rows_of_limits({"investigate", "the report", {"40", "120", "400000", "300"}});
    for (auto& row :
        rows_of_limits({"agent", "the answer; lowers that of the agent", {"", "", "", ""}}))
        rows.push_back(std::move(row));
    return rows;
}

static std::vector<Option> options_of_output()
{
    return {
        {.name = "describe",
            .place = 611,
            .help = "print the entry of a manifest that offers it as a tool",
            .assign = toggle<&AgentOptions::describe>,
            .commands = {"investigate"}},
    };
}

// Returns the flags of `config` that neither command has, and `more`.
static std::vector<std::string_view> flags_left_out(std::vector<std::string_view> more)
{
    more.insert(more.end(),
        {"system", "system-file", "no-default-system", "no-agents-md", "no-skills",
            "max-total-tokens", "session", "fork", "load-messages", "save-messages",
            "output-schema", "max-steps", "max-tool-calls", "max-seconds", "investigator", "agents",
            "stream", "events", "mcp", "wait-servers"});
    return more;
}

static std::vector<CommandRow> commands()
{
    return {
        {.name = "agent",
            .purpose = "ask",
            .place = 29,
            .summary = "have a task done by an agent of the config, with a context of its own",
            .brief = "have a task done by an agent of the config",
            .words = "[NAME TASK]",
            .max_words = 2,
            .text = "The agent is an entry of \"agents\" in the user's config.json, or "
                    "'investigator'. It has its own prompt, tools and limits, and prints its "
                    "answer. Without words this is a tool: one request on stdin ({\"agent\", "
                    "\"task\", \"paths\"?}), one line of JSON on stdout. docs/agents.md has the "
                    "rest.",
            .like = "config",
            .but = flags_left_out({}),
            .mode = "investigate",
            .span = Span::limited,
            .run = [](Invocation& by) { return run_agent(by.options, by.secrets, by.cancel()); }},
        {.name = "investigate",
            .purpose = "ask",
            .place = 30,
            .summary = "have a question about the workspace investigated, with checked evidence",
            .brief = "have a question about the workspace investigated",
            .words = "[QUESTION]",
            .max_words = 1,
            .text = "The model reads the workspace by the tools of the manifest that do nothing "
                    "else, and reports findings; agentcli checks that each quote is in its file. "
                    "Without QUESTION it is a tool: one request on stdin ({\"question\", "
                    "\"paths\"?}), one line of JSON on stdout.",
            .like = "config",
            .but = flags_left_out({"approve", "overwrite"}),
            .mode = "investigate",
            .span = Span::limited,
            .run
            = [](Invocation& by) { return run_investigate(by.options, by.secrets, by.cancel()); }},
    };
}

static constexpr CommandExample examples[] {
    {"agent", "Have a question answered by the agent that reads only",
        "agentcli agent investigator 'Where are prices added up?'"},
    {"investigate", "Ask a question about this directory",
        "agentcli investigate 'Where are prices added up?'"},
    {"investigate", "Do the same as a tool, by a request",
        "echo '{\"question\":\"Where are prices added up?\"}' | agentcli investigate"},
};

extern const CommandSet command_set;
const CommandSet command_set {
    .commands = commands,
    .options = {options_of_limits, options_of_output},
    .examples = examples,
};

}
