#include "frontends/workflow/workflow_command.hpp"

#include "agent/loop/run_result.hpp"
#include "agent/workflow/library.hpp"
#include "frontends/workflow/workflow_run.hpp"
#include "runner/servers/choose_servers.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/system/named_file.hpp"

#include <utility>

namespace frontends::workflow {

using namespace agent::workflow;
using namespace runner;

namespace {

// The front of a check, which asks nothing and runs nothing.
class CheckFront : public RunFront {
public:
    CheckFront(const options::Options& options, const redaction::Redaction& redaction,
        system::Cancel& cancel)
        : own_output(redaction, options.debug)
        , own_approver(options.approve, cancel)
        , own_progress(own_output, Progress::Form::json)
    {
    }

    terminal::Output& output() override { return own_output; }
    Progress& progress() override { return own_progress; }
    calls::Approver& approver() override { return own_approver; }
    StepResult ask(const AskStep& /*asked*/) override { return {}; }
    std::string ask_how_to_go_on(const FailedStep& /*step*/, const StepResult& /*failed*/) override
    {
        return "stop";
    }

private:
    terminal::Output own_output;
    NobodyAsked own_approver;
    Progress own_progress;
};

// Checks files of workflows as their runs would.
class FileCheck {
public:
    FileCheck(
        const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel)
        : options(options)
        , secrets(secrets)
        , cancel(cancel)
    {
    }

    // Returns the problems of a file. An error in reading it is a problem, too.
    Problems problems_in(const std::string& path);

private:
    Problems obstacles_of(const Chosen& chosen);

    const options::Options& options;
    const redaction::Secrets& secrets;
    system::Cancel& cancel;
    Library library;
};

}

Problems FileCheck::obstacles_of(const Chosen& chosen)
{
    const auto workflows = all_called_by(chosen, library);
    const servers::RunServers servers = servers_for(options, secrets, workflows);
    const redaction::Redaction redaction(servers.secrets);
    const RunSettings settings(options, servers, workflows);
    CheckFront front(options, redaction, cancel);
    for (const auto& text : servers.notes)
        front.output().note_once(text);
    return WorkflowRun({options, settings, redaction, cancel}, front, library, chosen)
        .obstacles()
        .problems;
}

Problems FileCheck::problems_in(const std::string& path)
try {
    const CheckedFile& checked = library.add(
        {path, Source::path, system::read_named_file(path, "the workflow", max_yaml_bytes)});
    Problems problems = told_of(library.problems_of(checked));
    if (!problems.empty())
        return problems;
    for (const auto& workflow : checked.file.workflows)
        for (auto& problem : obstacles_of({&checked, &workflow}))
            problems.push_back(std::move(problem));
    return told_of(problems);
} catch (const ToolError& error) {
    if (cancel.is_set())
        throw;
    return {Problem({}, error.message, error.hint)};
}

int run_workflow_check(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel)
{
    FileCheck check(options, secrets, cancel);
    Json all = Json::array();
    std::string lines;
    for (const auto& path : options.words)
        for (const auto& problem : check.problems_in(path)) {
            all.push_back(json_of(path, problem));
            lines += terminal::without_controls(line_of(path, problem)) + "\n";
        }
    options.json ? terminal::print_json(all) : terminal::print(lines);
    return static_cast<int>(all.empty() ? loop::Reason::answered : loop::Reason::misused);
}

}
