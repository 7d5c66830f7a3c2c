#include "runner/options/workflow_commands.hpp"

namespace runner::options {

std::vector<CommandRow> commands_of_workflows()
{
    return {
        {.command = Command::workflow_run,
            .name = "workflow run",
            .purpose = "more",
            .summary = "run the steps of a workflow",
            .words = "NAME | PATH",
            .min_words = 1,
            .max_words = 1,
            .text = "The same as 'agentcli -w NAME'. NAME.yaml is looked for in "
                    ".agentcli/workflows and in agentcli/workflows of $XDG_CONFIG_HOME; a PATH "
                    "has a /. Parameters of the workflow are flags: --NAME VALUE. "
                    "docs/workflows.md has the rest."},
        {.command = Command::workflow_check,
            .name = "workflow check",
            .purpose = "more",
            .summary = "print what is wrong with files of workflows, with line and column",
            .words = "FILE …",
            .min_words = 1,
            .max_words = 10'000,
            .text = "Exits 2 if anything is wrong."},
        {.command = Command::workflow_list,
            .name = "workflow list",
            .purpose = "more",
            .summary = "list the workflows that -w finds, and their parameters"},
        {.command = Command::workflow_schema,
            .name = "workflow schema",
            .purpose = "more",
            .summary = "print the JSON Schema of a file of workflows, for editors",
            .reads_config = false},
    };
}

std::vector<CommandRow> commands_of_runs()
{
    return {
        {.command = Command::runs_list,
            .name = "runs list",
            .purpose = "audit",
            .summary = "list the runs of workflows that are kept, the latest first"},
        {.command = Command::runs_show,
            .name = "runs show",
            .purpose = "audit",
            .summary = "print the steps of a run of a workflow",
            .words = "RUN",
            .min_words = 1,
            .max_words = 1},
        {.command = Command::runs_prune,
            .name = "runs prune",
            .purpose = "audit",
            .summary = "delete runs of workflows that have not changed for 30 days",
            .words = "[DAYS]",
            .max_words = 1,
            .text = "DAYS is another number of days; 0 deletes all. A run that a process holds "
                    "stays. Prints the ids."},
    };
}

}
