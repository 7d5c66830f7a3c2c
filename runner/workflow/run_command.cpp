#include "agent/loop/run_result.hpp"
#include "runner/terminal/output.hpp"
#include "runner/workflow/library.hpp"
#include "runner/workflow/parameter_flags.hpp"
#include "runner/workflow/workflow_command.hpp"

namespace runner::workflow {

int run_workflow(const options::Options& options, const redaction::Secrets& /*secrets*/,
    system::Cancel& /*cancel*/)
{
    Library library;
    const Chosen chosen = library.choose(options.words.at(0));
    const Problems problems = told_of(library.problems_of(*chosen.file));
    for (const auto& problem : problems)
        terminal::print_note(terminal::without_controls(line_of(chosen.file->file.path, problem)));
    if (!problems.empty())
        return static_cast<int>(loop::Reason::misused);
    const auto& declared = chosen.workflow->parameters;
    parameter_values(declared, given_parameters(declared, options));
    throw ToolError(Code::unsupported, "the steps of a workflow cannot be run yet");
}

}
