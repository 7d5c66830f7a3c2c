#include "frontends/agents/investigate.hpp"
#include "frontends/agents/agent_options.hpp"

#include "agent/loop/quiet.hpp"
#include "frontends/agents/investigation.hpp"
#include "frontends/agents/report.hpp"
#include "runner/manifest/investigator_entry.hpp"
#include "runner/start/ending.hpp"
#include "runner/terminal/prompt.hpp"
#include "runner/terminal/run_report.hpp"
#include "toolkit/json/error_line.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/system/error.hpp"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>

namespace frontends::agents {

using namespace agent;
using namespace runner;
using namespace toolkit;

namespace {

// What a tool exits with (docs/contract.md).
enum ToolStatus : int { answered = 0, failed = 1, bad_request = 2 };

std::string variable(const char* name)
{
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): one thread here
    return value == nullptr ? "" : value;
}

// Whatever it starts is marked, so that none of it begins another one.
void mark_process()
{
    if (!variable(manifest::mark_of_investigation).empty())
        throw ToolError(Code::unsupported, "an investigation cannot begin another one",
            "look for it with the other tools");
    setenv(manifest::mark_of_investigation, "1", 1); // NOLINT(concurrency-mt-unsafe): likewise
}

// The name of a run, if the variable has one.
std::string run_that_began_this()
{
    std::string name = variable("AGENTCLI_RUN");
    const auto is_of_name = [](unsigned char c) { return std::isalnum(c) != 0; };
    return name.size() <= 64 && std::all_of(name.begin(), name.end(), is_of_name) ? name : "";
}

audit::Audit audit_of(
    const redaction::Redaction& redaction, const start::RunConfig& config, audit::Audit::Note note)
{
    audit::Audit audit(redaction, std::move(note), config.audit, config.audit_directory);
    audit.set_parent(run_that_began_this());
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

int answer_request(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel)
{
    const redaction::Redaction redaction(secrets);
    const auto fail = [&](const ToolError& error) {
        const std::string line = redaction.redact(json::error_line(error)) + "\n";
        [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, line.data(), line.size());
        return error.code == Code::bad_request ? bad_request : failed;
    };
    try {
        mark_process();
        const Question question = question_of(terminal::read_prompt("-", cancel));
        const start::RunConfig config = start::run_config_of(options);
        loop::Quiet quiet(redaction);
        audit::Audit audit = audit_of(redaction, config, [](const std::string&) {});
        const Findings findings
            = investigate(question, config, {redaction, quiet, audit, quiet, cancel});
        if (findings.answer.is_null())
            return fail(findings.error);
        terminal::print_json(findings.answer);
        return answered;
    } catch (const ToolError& error) {
        return fail(error);
    }
}

int tell(const Findings& findings, terminal::Output& output, bool as_json, system::Cancel& cancel)
{
    output.hide_status();
    if (findings.answer.is_null()) {
        output.note(terminal::one_line(findings.error));
        return start::status_of(findings.stop, cancel);
    }
    if (as_json)
        output.line(findings.answer);
    else
        output.answer(text_of_report(findings.answer));
    if (findings.stop.reason != loop::Reason::answered)
        output.note("the report was forced by a limit (" + loop::name_of(findings.stop.reason)
            + "); " + findings.stop.hint);
    return start::status_of(findings.stop, cancel);
}

int answer_person(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel)
{
    const redaction::Redaction redaction(secrets);
    terminal::Output output(redaction, options.debug);
    try {
        mark_process();
        const start::RunConfig config = start::run_config_of(options);
        terminal::RunReport report(output, terminal::Form::json);
        audit::Audit audit
            = audit_of(redaction, config, [&](const std::string& text) { output.note(text); });
        return tell(investigate({options.words.front()}, config,
                        {redaction, output, audit, report, cancel}),
            output, options.json, cancel);
    } catch (const ToolError& error) {
        output.note(terminal::one_line(error));
        return start::status_of(
            {error.code == Code::bad_request ? loop::Reason::misused : loop::Reason::failed},
            cancel);
    }
}

}

int run_investigate(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel)
{
    if (options.own.of<InvestigateOptions>().describe)
        return describe();
    return options.words.empty() ? answer_request(options, secrets, cancel)
                                 : answer_person(options, secrets, cancel);
}

}
