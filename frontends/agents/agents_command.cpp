#include "frontends/agents/agents_command.hpp"
#include "frontends/agents/agent_options.hpp"

#include "agent/calls/nested_asks.hpp"
#include "agent/calls/schema_patterns.hpp"
#include "agent/loop/null_observer.hpp"
#include "frontends/agents/investigation.hpp"
#include "frontends/agents/task_agent.hpp"
#include "runner/manifest/agent_entry.hpp"
#include "runner/start/ending.hpp"
#include "runner/terminal/approval.hpp"
#include "runner/terminal/prompt.hpp"
#include "runner/terminal/run_report.hpp"
#include "toolkit/json/error_line.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/json/schema.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/own_process.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/web/route.hpp"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <utility>

namespace frontends::agents {

using namespace agent;
using namespace runner;
using namespace toolkit;

namespace {

// The exit statuses of a tool (docs/contract.md).
enum ToolStatus : int { answered = 0, failed = 1, bad_request = 2 };

// The settings of one of the two commands.
struct AgentCommand {
    const options::Options& options;
    const redaction::Secrets& secrets;
    system::Cancel& cancel;
    bool investigates = false; // its agent is the investigator, with limits of its own flags
};

// An agent with its task and its configuration.
struct Job {
    options::AgentDefinition agent;
    Task task;
    start::RunConfig config = {};
};

// Marks all processes that this one starts, so that they cannot begin another agent.
void mark_process(const std::string& agent)
{
    if (manifest::is_within_agent())
        throw ToolError(
            Code::unsupported, "an agent cannot begin another one", "do it with the other tools");
    setenv(manifest::mark_of_agent, agent.c_str(), 1); // NOLINT(concurrency-mt-unsafe): likewise
}

// Returns the name of a run, if the variable has one.
std::string run_that_began_this()
{
    std::string name = system::environment_variable("AGENTCLI_RUN");
    const auto is_of_name = [](unsigned char c) { return std::isalnum(c) != 0; };
    return name.size() <= 64 && std::all_of(name.begin(), name.end(), is_of_name) ? name : "";
}

audit::Audit audit_of(
    const redaction::Redaction& redaction, const Job& job, audit::Audit::Note note)
{
    audit::Audit audit(redaction, std::move(note), job.config.audit, job.config.audit_directory);
    audit.set_parent(run_that_began_this());
    audit.set_labels({"agent=" + job.agent.name});
    return audit;
}

int describe()
{
    const calls::ManifestTool tool = manifest::plain_entry_of_investigator();
    const Json entry {{"name", tool.name}, {"description", tool.description},
        {"schema", tool.schema}, {"command", {"agentcli", "investigate"}},
        {"timeoutSec", tool.timeout->count() / 1000},
        {"env", {"OAI_BASE_URL", "OAI_API_KEY", "OAI_MODEL"}}, {"effects", tool.effects}};
    terminal::print_json(entry);
    return answered;
}

// Returns the agent with the configuration of the command, and marks the process.
Job job_of(const AgentCommand& command, options::AgentDefinition agent, Task task)
{
    mark_process(agent.name);
    start::RunConfig config = command.investigates ? start::run_config_of(command.options)
                                                   : config_for(agent, command.options);
    for (auto& file : manifest::files_obeyed_by_run())
        config.tools.obeyed.push_back(std::move(file));
    return {std::move(agent), std::move(task), std::move(config)};
}

void add_paths(const Json& request, Task& task)
{
    for (const Json& path : json::member(request, "paths"))
        task.paths.push_back(path);
}

// Reads a request of the tool. Throws BAD_REQUEST if it is invalid, or larger than the contract
// allows.
Job job_in(const AgentCommand& command, const std::string& request)
{
    const Json fields = json::parse_request(request);
    if (command.investigates) {
        manifest::plain_entry_of_investigator().checked_schema->check(fields);
        Task question {std::string(text::stripped(json::string_member(fields, "question")))};
        add_paths(fields, question);
        return job_of(command, options::investigator(), std::move(question));
    }
    const auto agents = options::all_agents(command.options.config_files);
    json::Schema(manifest::schema_of_agent_requests(agents), calls::compiled_by_re2).check(fields);
    Task task {std::string(text::stripped(json::string_member(fields, "task")))};
    add_paths(fields, task);
    return job_of(command, options::agent_named(json::string_member(fields, "agent"), agents),
        std::move(task));
}

Job job_of_words(const AgentCommand& command)
{
    const auto& words = command.options.words;
    if (command.investigates)
        return job_of(command, options::investigator(), {words.front()});
    if (words.size() < 2)
        throw ToolError(Code::bad_request, "there is no task for the agent",
            "agentcli agent NAME TASK; without words, a request is read from stdin");
    return job_of(command,
        options::agent_named(words.front(), options::all_agents(command.options.config_files)),
        {words.back()});
}

Outcome outcome_of(const Job& job, const InvestigationDependencies& by, calls::Approver& approver)
{
    return job.agent.name == options::investigator_name
        ? investigate(job.task, job.config, by, approver)
        : work_on(job.task, job.config, by, approver);
}

// The time limit of the agent, without the time that it waits for approvals.
class Stopwatch {
public:
    Stopwatch(system::Cancel& cancel, std::chrono::milliseconds time)
        : cancel(cancel)
        , deadline(Clock::now() + time)
    {
    }

    calls::RunApprover::Clock clock()
    {
        return {[this] {
                    left = std::chrono::duration_cast<std::chrono::milliseconds>(
                        deadline - Clock::now());
                    cancel.end_after(std::chrono::milliseconds(0));
                },
            [this] {
                left = std::max(left, std::chrono::milliseconds(1));
                deadline = Clock::now() + left;
                cancel.end_after(left);
            }};
    }

private:
    using Clock = std::chrono::steady_clock;

    system::Cancel& cancel;
    Clock::time_point deadline;
    std::chrono::milliseconds left {};
};

// Asks the operator on the terminal, and stops the agent's clock during the question.
class PausingApproval : public terminal::Approval {
public:
    struct Parts {
        calls::Approve when;
        terminal::Output& output;
        const redaction::Redaction& redaction;
        system::Cancel& cancel;
    };
    PausingApproval(const Parts& parts, Stopwatch& watch)
        : Approval(parts.when, parts.output, parts.redaction, parts.cancel)
        , clock(watch.clock())
    {
    }

    std::optional<calls::Decision> ask(calls::CallId id, const calls::PreparedCall& call) override
    {
        clock.stop();
        try {
            auto decision = Approval::ask(id, call);
            clock.start();
            return decision;
        } catch (...) {
            clock.start();
            throw;
        }
    }

private:
    calls::RunApprover::Clock clock;
};

// Returns the secrets of the run, and those in the URL of the agent's server.
redaction::Secrets secrets_of(const AgentCommand& command, const Job& job)
{
    redaction::Secrets secrets = command.secrets;
    for (auto& secret : web::secrets_of_url(job.config.server.base_url))
        secrets.values.push_back(std::move(secret));
    return secrets;
}

int fail(const ToolError& error, const redaction::Redaction& redaction)
{
    const std::string line = redaction.redact(json::error_line(error)) + "\n";
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), line.size());
    return error.code == Code::bad_request ? bad_request : failed;
}

int answer_as_tool(const AgentCommand& command, const Job& job)
{
    const redaction::Redaction redaction(secrets_of(command, job));
    try {
        loop::NullObserver quiet(redaction);
        audit::Audit audit = audit_of(redaction, job, [](const std::string&) {});
        Stopwatch watch(command.cancel, job.config.limits.time);
        calls::RunApprover approver({job.config.approve, command.options.approve},
            calls::RunApprover::socket_of_process(), watch.clock());
        const Outcome outcome
            = outcome_of(job, {redaction, quiet, audit, quiet, command.cancel}, approver);
        if (outcome.answer.is_null())
            return fail(outcome.error, redaction);
        terminal::print_json(outcome.answer);
        return answered;
    } catch (const ToolError& error) {
        return fail(error, redaction);
    }
}

int answer_request(const AgentCommand& command)
{
    try {
        return answer_as_tool(command, job_in(command, terminal::read_prompt("-", command.cancel)));
    } catch (const ToolError& error) {
        return fail(error, redaction::Redaction(command.secrets));
    }
}

int tell(const Outcome& outcome, terminal::Output& output, const AgentCommand& command)
{
    output.hide_status();
    if (outcome.answer.is_null()) {
        output.note(terminal::one_line(outcome.error));
        return start::status_of(outcome.stop, command.cancel);
    }
    if (command.options.json)
        output.line(outcome.answer);
    else
        output.answer(text_of_answer(outcome.answer));
    if (outcome.stop.reason != loop::Reason::answered)
        output.note((command.investigates ? "the report" : "the answer")
            + (" was forced by a limit (" + loop::name_of(outcome.stop.reason)) + "); "
            + outcome.stop.hint);
    return start::status_of(outcome.stop, command.cancel);
}

int show_failure(const ToolError& error, terminal::Output& output, system::Cancel& cancel)
{
    output.note(terminal::one_line(error));
    return start::status_of(
        {error.code == Code::bad_request ? loop::Reason::misused : loop::Reason::failed}, cancel);
}

int answer_words(const AgentCommand& command, const Job& job)
{
    const redaction::Secrets secrets = secrets_of(command, job);
    const redaction::Redaction redaction(secrets);
    const redaction::Redaction of_questions(secrets.of_questions());
    terminal::Output output(redaction, command.options.debug);
    try {
        terminal::RunReport report(output, terminal::Form::json);
        audit::Audit audit
            = audit_of(redaction, job, [&](const std::string& text) { output.note(text); });
        Stopwatch watch(command.cancel, job.config.limits.time);
        PausingApproval approval({job.config.approve, output, of_questions, command.cancel}, watch);
        return tell(outcome_of(job, {redaction, output, audit, report, command.cancel}, approval),
            output, command);
    } catch (const ToolError& error) {
        return show_failure(error, output, command.cancel);
    }
}

int answer_person(const AgentCommand& command)
{
    try {
        return answer_words(command, job_of_words(command));
    } catch (const ToolError& error) {
        const redaction::Redaction redaction(command.secrets);
        terminal::Output output(redaction, command.options.debug);
        return show_failure(error, output, command.cancel);
    }
}

int run_command(const AgentCommand& command)
{
    return command.options.words.empty() ? answer_request(command) : answer_person(command);
}

}

int run_investigate(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel)
{
    if (options.own.of<AgentOptions>().describe)
        return describe();
    return run_command({options, secrets, cancel, true});
}

int run_agent(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel)
{
    return run_command({options, secrets, cancel});
}

}
