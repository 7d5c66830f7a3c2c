#include "runner/options/option_assign.hpp"

#include <algorithm>

namespace runner::options {

using namespace agent;

// What -w runs, with which parameters.

static void add_parameter(Options& options, std::string_view value)
{
    if (!text::is_utf8(value))
        throw ToolError(Code::bad_request, text::in_quotes(value) + " is not UTF-8");
    options.parameters.emplace_back(value);
}

static void add_assumption(Options& options, std::string_view value)
{
    const auto equals = value.rfind('=');
    const auto word = value.substr(std::min(equals, value.size() - 1) + 1);
    if (!text::is_utf8(value) || equals == 0 || equals == std::string_view::npos
        || (word != "done" && word != "undone"))
        throw ToolError(Code::bad_request,
            text::in_quotes(value) + " is not STEP=done or STEP=undone", "such as deploy=done");
    options.assumptions.emplace_back(value);
}

// Where a run is kept, and how it continues.
static std::vector<Option> options_of_kept_runs()
{
    static const std::vector<Command> runs {Command::run};
    static const std::vector<Command> runs_and_hosts {Command::run, Command::host};
    return {
        {.name = "state",
            .value = "DIR",
            .help = "the directory in which runs are kept; by default agentcli/runs in "
                    "$XDG_STATE_HOME, or in ~/.local/state",
            .assign = text<&Options::state>,
            .commands = runs_and_hosts,
            .needs = "workflow"},
        {.name = "run-id",
            .value = "ID",
            .help = "the id of the run; a run that exists continues, and one that has finished "
                    "prints its result again",
            .assign = text<&Options::run_id>,
            .commands = runs,
            .needs = "workflow",
            .excludes = {"resume"}},
        {.name = "resume",
            .value = "ID|last",
            .help = "continue this run, or that of the workflow that has changed last: steps that "
                    "were done are kept",
            .assign = text<&Options::resume>,
            .commands = runs,
            .needs = "workflow"},
        {.name = "fresh",
            .help = "keep nothing of an earlier run with this id",
            .assign = toggle<&Options::is_fresh>,
            .commands = runs,
            .needs = "workflow"},
        {.name = "assume",
            .value = "STEP=done|undone",
            .help = "whether a step with once: true was done that had begun when the run ended; "
                    "repeatable",
            .assign = add_assumption,
            .commands = runs,
            .given = Given::often,
            .needs = "workflow"},
    };
}

static std::vector<Option> options_of_the_file()
{
    return {
        {.name = "workflow",
            .letter = 'w',
            .value = "NAME",
            .help = "run a workflow instead of a prompt: a name, or a path with a /",
            .commands = {Command::run},
            .given = Given::once,
            .excludes = {"prompt", "session", "fork", "load-messages", "save-messages", "stream",
                "system", "system-file", "output-schema"},
            .action = Command::workflow_run},
        {.name = "workflow",
            .letter = 'w',
            .value = "NAME",
            .help = "run this workflow for the host, with the parameters of its begin: a name, or "
                    "a path with a /",
            .assign = text<&Options::workflow>,
            .commands = {Command::host},
            .given = Given::once,
            .excludes = {"session", "fork", "load-messages", "save-messages", "system",
                "system-file", "output-schema", "host-may", "host-calls"}},
    };
}

static std::vector<Option> options_of_running()
{
    static const std::vector<Command> runs {Command::run};
    return {
        {.name = "list-workflows",
            .commands = runs,
            .action = Command::workflow_list,
            .is_hidden = true},
        {.name = "param",
            .value = "NAME=VALUE",
            .help = "a parameter of the workflow; repeatable. --NAME VALUE is the same, unless "
                    "agentcli has a flag of this name",
            .assign = add_parameter,
            .commands = runs,
            .given = Given::often,
            .needs = "workflow"},
        {.name = "params",
            .value = "FILE",
            .help = "a JSON object with parameters of the workflow; - reads stdin",
            .assign = text<&Options::parameters_file>,
            .commands = runs,
            .is_file = true,
            .needs = "workflow"},
        {.name = "plan",
            .help = "print what each step of the workflow would call, and run nothing",
            .assign = toggle<&Options::dry_run>,
            .commands = runs,
            .needs = "workflow"},
    };
}

// How much a run does at once, and what makes it a task of an engine.
static std::vector<Option> options_of_tasks()
{
    static const std::vector<Command> runs {Command::run};
    static const std::vector<Command> runs_and_hosts {Command::run, Command::host};
    return {
        {.name = "parallel",
            .value = "N",
            .help = "how many branches and items are done at once at most; by default as many as "
                    "there are processors",
            .assign = set<&Options::workers, parse_count>,
            .commands = runs_and_hosts,
            .needs = "workflow"},
        {.name = "grace",
            .value = "TIME",
            .help = "how long branches and items may take to end after a signal, before they are "
                    "killed",
            .assign = set<&Options::grace, parse_duration>,
            .preset = "10s",
            .commands = runs_and_hosts,
            .needs = "workflow"},
        {.name = "batch",
            .help
            = "be a task of an engine: nobody is asked, stderr is lines of JSON, and the exit "
              "status is 0 done, 1 failed, 2 misuse or 75 if it may succeed another time",
            .assign = toggle<&Options::is_batch>,
            .commands = runs,
            .needs = "workflow",
            .excludes = {"events", "debug"}},
        {.name = "shard",
            .value = "I/N",
            .help = "of each foreach with shard: true, do the items whose index is I modulo N",
            .assign = text<&Options::shard>,
            .environment = {"AGENTCLI_SHARD"},
            .commands = runs,
            .needs = "workflow"},
    };
}

std::vector<Option> options_of_workflows()
{
    return joined(
        {options_of_the_file, options_of_running, options_of_kept_runs, options_of_tasks});
}

}
