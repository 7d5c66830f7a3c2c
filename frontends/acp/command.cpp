#include "frontends/acp/agent.hpp"
#include "runner/options/command_set.hpp"
#include "runner/options/option_assign.hpp"

namespace frontends::acp {

using namespace agent;
using namespace runner;
using namespace runner::options;
using namespace toolkit;

static std::vector<Option> options_of_approval()
{
    return {
        {.name = "approve",
            .place = 240,
            .value = "auto|edits|changes|always|plan",
            .help = "ask in the editor before tools run: before calls that change files or run "
                    "programs, before those but edits within the workspace, or before all; auto "
                    "asks about none, plan refuses them unasked; the editor can choose a mode "
                    "that is at least as strict",
            .assign = set<&Options::approve, parse_approve>,
            .preset = "changes",
            .commands = {"acp"},
            .in_profile = true,
            .narrow = ask_more_often},
    };
}

static std::vector<Option> options_of_tools() { return {option_of_tasks("on", {"acp"})}; }

static int run(Invocation& by)
{
    return run_acp(by.options, by.arguments, by.secrets, by.cancel());
}

static std::vector<CommandRow> commands()
{
    return {
        {.name = "acp",
            .purpose = "serve",
            .place = 20,
            .summary = "be the agent of an editor that speaks the Agent Client Protocol",
            .brief = "be the agent of an editor (Agent Client Protocol)",
            .text = "The editor starts it, and speaks to it on stdin and stdout. The directory "
                    "that the editor opens is the workspace. docs/editors.md has what editors "
                    "need.",
            .like = "host",
            .but = {"session", "sessions", "fork", "load-messages", "save-messages",
                "output-schema", "host-may", "host-calls", "editor-servers", "approve", "tasks",
                "verbose", "workflow", "state", "parallel", "grace"},
            .mode = "acp",
            .span = Span::own,
            .run = run},
    };
}

static constexpr CommandExample examples[] {
    {"acp", "Let an editor ask for each call, and offer no mode without questions",
        "agentcli acp --approve changes"},
};

extern const CommandSet command_set;
const CommandSet command_set {
    .commands = commands,
    .options = {options_of_approval, options_of_tools},
    .examples = examples,
};

}
