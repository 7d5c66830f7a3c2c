#include "frontends/workflow/attempts.hpp"
#include "frontends/workflow/runs_command.hpp"
#include "frontends/workflow/workflow_command.hpp"
#include "frontends/workflow/workflow_options.hpp"
#include "runner/options/command_set.hpp"
#include "runner/options/host_options.hpp"
#include "runner/options/option_assign.hpp"
#include "toolkit/system/own_process.hpp"

#include <algorithm>
#include <utility>

namespace frontends::workflow {

using namespace agent;
using namespace runner;
using namespace runner::options;
using namespace toolkit;

static void add_assumption(Options& options, std::string_view value)
{
    (void)assumption_of(value); // throws if it is not one
    options.own.of<WorkflowOptions>().assumptions.emplace_back(value);
}

// Reads a file of variables. They replace those of earlier files.
static void read_variables(Options& options, std::string_view path)
{
    for (auto& [name, value] : read_env_file(std::string(path)))
        options.own.of<WorkflowOptions>().variables.insert_or_assign(name, value);
}

static std::vector<Option> options_of_the_file()
{
    return {
        {.name = "workflow",
            .place = 800,
            .letter = 'w',
            .value = "NAME",
            .help = "run a workflow instead of a prompt: a name, or a path with a /",
            .commands = {"run"},
            .given = FlagRepetition::once,
            .excludes = {"prompt", "session", "fork", "load-messages", "save-messages", "stream",
                "system", "system-file", "output-schema"},
            .action = "workflow run"},
        {.name = "workflow",
            .letter = 'w',
            .value = "NAME",
            .help = "run this workflow for the host, with the parameters of its begin: a name, or "
                    "a path with a /",
            .commands = {"host"},
            .given = FlagRepetition::once,
            .excludes = {"session", "fork", "load-messages", "save-messages", "system",
                "system-file", "output-schema", "host-may", "host-calls"},
            .action = "workflow host"},
    };
}

static std::vector<Option> options_of_running()
{
    return {
        {.name = "list-workflows",
            .commands = {"run"},
            .action = "workflow list",
            .is_hidden = true},
        {.name = "param",
            .value = "NAME=VALUE",
            .help = "a parameter of the workflow; repeatable. --NAME VALUE is the same, unless "
                    "agentcli has a flag of this name",
            .assign = add_text<&WorkflowOptions::parameters>,
            .commands = {"run"},
            .given = FlagRepetition::often,
            .needs = "workflow"},
        {.name = "params",
            .value = "FILE",
            .help = "a JSON object with parameters of the workflow; - reads stdin",
            .assign = set_text<&WorkflowOptions::parameters_file>,
            .commands = {"run"},
            .is_file = true,
            .is_obeyed = true,
            .needs = "workflow"},
        {.name = "env-file",
            .value = "FILE",
            .help = "variables for pass_env and secrets of the workflow, as lines NAME=VALUE; they "
                    "take precedence over the environment",
            .assign = read_variables,
            .commands = {"run"},
            .given = FlagRepetition::often,
            .is_file = true,
            .is_obeyed = true,
            .needs = "workflow"},
        {.name = "plan",
            .help = "print what each step of the workflow would call, and run nothing",
            .assign = toggle<&Options::dry_run>,
            .commands = {"run"},
            .needs = "workflow"},
    };
}

// Options about where a run is kept, and how it continues.
static std::vector<Option> options_of_kept_runs()
{
    return {
        {.name = "state",
            .place = 810,
            .value = "DIR",
            .help = "the directory in which runs are kept; by default agentcli/runs in "
                    "$XDG_STATE_HOME, or in ~/.local/state",
            .assign = set_text<&WorkflowOptions::state>,
            .commands = {"run", "host"},
            .needs = "workflow"},
        {.name = "run-id",
            .value = "ID",
            .help = "the id of the run; a run that exists continues, and one that has finished "
                    "prints its result again",
            .assign = set_text<&WorkflowOptions::run_id>,
            .commands = {"run"},
            .needs = "workflow",
            .excludes = {"resume"}},
        {.name = "resume",
            .value = "ID|last",
            .help = "continue this run, or that of the workflow that has changed last, with its "
                    "parameters: steps that were done are kept",
            .assign = set_text<&WorkflowOptions::resume>,
            .commands = {"run"},
            .needs = "workflow"},
        {.name = "fresh",
            .help = "keep nothing of an earlier run with this id",
            .assign = toggle<&WorkflowOptions::is_fresh>,
            .commands = {"run"},
            .needs = "workflow"},
        {.name = "assume",
            .value = "STEP@N=done|undone",
            .help = "whether attempt N of a step with once was done; the error of the run that has "
                    "ended names both; repeatable",
            .assign = add_assumption,
            .commands = {"run"},
            .given = FlagRepetition::often,
            .needs = "workflow"},
    };
}

// Options for the work done in parallel, and for a run as a task of an engine.
static std::vector<Option> options_of_tasks()
{
    return {
        {.name = "parallel",
            .place = 820,
            .value = "N",
            .help = "how many branches and items are done at once at most; by default as many as "
                    "there are processors",
            .assign = set<&WorkflowOptions::workers, parse_count>,
            .commands = {"run", "host"},
            .needs = "workflow"},
        {.name = "grace",
            .value = "TIME",
            .help = "how long branches and items may take to end after a signal, before they are "
                    "killed",
            .assign = set<&WorkflowOptions::grace, parse_duration>,
            .preset = "10s",
            .commands = {"run", "host"},
            .needs = "workflow"},
        {.name = "batch",
            .help
            = "be a task of an engine: nobody is asked, stderr is lines of JSON, and the exit "
              "status is 0 done, 1 failed, 2 misuse or 75 if it may succeed another time",
            .assign = toggle<&WorkflowOptions::is_batch>,
            .commands = {"run"},
            .needs = "workflow",
            .excludes = {"events", "debug"}},
        {.name = "shard",
            .value = "I/N",
            .help = "of each foreach with shard: true, do the items whose index is I modulo N",
            .assign = set_text<&WorkflowOptions::shard>,
            .environment = {"AGENTCLI_SHARD"},
            .commands = {"run"},
            .needs = "workflow"},
    };
}

static std::vector<Option> options_of_runs_commands()
{
    return {
        {.name = "state",
            .place = 612,
            .value = "DIR",
            .help = "the directory of the runs; by default agentcli/runs in $XDG_STATE_HOME, or in "
                    "~/.local/state",
            .assign = set_text<&WorkflowOptions::state>,
            .commands = {"runs list", "runs show", "runs prune"}},
        {.name = "older-than",
            .value = "AGE",
            .help = "delete the runs that have not changed for so long, such as 30d or 12h",
            .assign = set<&WorkflowOptions::older_than, parse_age>,
            .commands = {"runs prune"}},
    };
}

static std::vector<Option> options_of_journals()
{
    return {{.name = "json",
        .place = 602,
        .help = "print the lines of the journal as they are",
        .assign = toggle<&Options::json>,
        .commands = {"runs show"}}};
}

static int run(Invocation& by) { return run_workflow(by.options, by.secrets, by.cancel()); }

static int run_for_host(Invocation& by)
{
    if (const std::size_t most = by.options.own.of<HostOptions>().worker_memory; most > 0)
        system::limit_memory(most);
    return run_workflow_for_host(by.options, by.secrets, by.cancel());
}

static int run_runs(Invocation& by) { return run_runs_command(by.options, by.secrets); }

static std::vector<CommandRow> commands_of_workflows()
{
    return {
        {.name = "workflow run",
            .purpose = "more",
            .place = 10,
            .summary = "run the steps of a workflow",
            .group = "run, check or list workflows",
            .words = "NAME | PATH",
            .min_words = 1,
            .max_words = 1,
            .text = "The same as 'agentcli -w NAME'. NAME.yaml is looked for in "
                    ".agentcli/workflows and in agentcli/workflows of $XDG_CONFIG_HOME; a PATH "
                    "has a /. Parameters of the workflow are flags: --NAME VALUE. "
                    "docs/workflows.md has the rest.",
            .like = "run",
            .but = {"prompt", "stream", "session", "fork", "load-messages", "save-messages",
                "system", "system-file", "output-schema", "workflow", "list-workflows",
                "list-sessions", "show-session", "delete-session", "capabilities", "print-config",
                "no-default-system", "no-agents-md", "no-skills", "lines"},
            .mode = "workflow",
            .span = Span::limited,
            .takes_loose = true,
            .word_help = "workflow help",
            .run = run},
    };
}

static std::vector<CommandRow> commands_about_workflows()
{
    return {
        {.name = "workflow check",
            .purpose = "more",
            .place = 10,
            .summary = "print what is wrong with files of workflows, with line and column",
            .words = "FILE …",
            .min_words = 1,
            .max_words = 10'000,
            .text
            = "Prints also what a run would lack: a tool, an MCP server that starts, a model, "
              "an agent. Exits 2 if anything is wrong.",
            .shares = {"json", "profile", "model", "tools", "only-tools", "without-tools",
                "investigator", "agents", "mcp", "audit"},
            .mode = "workflow",
            .run =
                [](Invocation& by) {
                    return run_workflow_check(by.options, by.secrets, by.cancel());
                }},
        {.name = "workflow list",
            .purpose = "more",
            .place = 10,
            .summary = "list the workflows that -w finds, and their parameters",
            .shares = {"json"},
            .run = [](Invocation& by) { return run_workflow_list(by.options); }},
        {.name = "workflow schema",
            .purpose = "more",
            .place = 10,
            .summary = "print the JSON Schema of a file of workflows, for editors",
            .reads_config = false,
            .has_secrets = false,
            .run = [](Invocation& /*by*/) { return run_workflow_schema(); }},
    };
}

static std::vector<CommandRow> commands_that_flags_choose()
{
    return {
        {.name = "workflow help",
            .purpose = "more",
            .summary = "print the parameters of a workflow",
            .words = "NAME | PATH",
            .min_words = 1,
            .max_words = 1,
            .is_hidden = true,
            .run = [](Invocation& by) { return run_workflow_help(by.options); }},
        {.name = "workflow host",
            .purpose = "serve",
            .summary = "run a workflow for a host",
            .words = "NAME",
            .min_words = 1,
            .max_words = 1,
            .is_hidden = true,
            .run = run_for_host},
    };
}

static std::vector<CommandRow> commands_of_runs()
{
    return {
        {.name = "runs list",
            .purpose = "audit",
            .place = 50,
            .summary = "list the runs of workflows that are kept, the latest first",
            .group = "manage stored runs of workflows",
            .shares = {"json"},
            .run = run_runs},
        {.name = "runs show",
            .purpose = "audit",
            .place = 50,
            .summary = "print the steps of a run of a workflow",
            .words = "RUN",
            .min_words = 1,
            .max_words = 1,
            .run = run_runs},
        {.name = "runs prune",
            .purpose = "audit",
            .place = 50,
            .summary = "delete runs of workflows that have not changed for 30 days",
            .words = "[DAYS]",
            .max_words = 1,
            .text = "DAYS is the same as --older-than DAYSd; 0 deletes all. A run that a process "
                    "holds stays. Prints the ids.",
            .run = run_runs},
    };
}

static std::vector<CommandRow> commands()
{
    std::vector<CommandRow> all;
    for (auto* more : {commands_of_workflows, commands_about_workflows, commands_that_flags_choose,
             commands_of_runs})
        for (auto& row : more())
            all.push_back(std::move(row));
    return all;
}

static constexpr CommandExample examples[] {
    {"workflow run", "Run a workflow with a parameter",
        "agentcli workflow run count --pattern '*.txt'"},
    {"workflow run", "Say what it would do", "agentcli -w count --pattern '*.txt' --plan"},
    {"workflow check", "Check the workflows of this directory",
        "agentcli workflow check .agentcli/workflows/*.yaml"},
    {"workflow list", "List the workflows and their parameters", "agentcli workflow list"},
    {"workflow schema", "Write the schema for an editor", "agentcli workflow schema > schema.json"},
    {"runs list", "List the runs that are kept", "agentcli runs list"},
    {"runs show", "Print the steps of the latest run",
        "agentcli runs show \"$(agentcli runs list --json | jq -r '.runs[0].id')\""},
    {"runs prune", "Delete runs that have not changed for a week",
        "agentcli runs prune --older-than 7d"},
};

extern const CommandSet command_set;
const CommandSet command_set {
    .commands = commands,
    .options = {options_of_the_file, options_of_running, options_of_kept_runs, options_of_tasks,
        options_of_runs_commands, options_of_journals},
    .examples = examples,
};

}
