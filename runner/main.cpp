// agentcli: asks a model, runs the tools that it calls, and prints its answer; or tells what they
// have to go by.

#include "agent/model/route.hpp"
#include "agent/redaction/header_secrets.hpp"
#include "agent/redaction/secret_names.hpp"
#include "frontends/acp/agent.hpp"
#include "frontends/chat/chat.hpp"
#include "frontends/chat/front.hpp"
#include "frontends/host/host.hpp"
#include "frontends/investigate/investigate.hpp"
#include "frontends/mcp/mcp.hpp"
#include "frontends/serve/serve.hpp"
#include "frontends/serve/tokens.hpp"
#include "frontends/servers/visit_commands.hpp"
#include "frontends/test/test_command.hpp"
#include "frontends/workflow/runs_command.hpp"
#include "frontends/workflow/workflow_command.hpp"
#include "runner/commands/agent.hpp"
#include "runner/commands/audit_command.hpp"
#include "runner/commands/capabilities.hpp"
#include "runner/commands/doctor.hpp"
#include "runner/commands/help.hpp"
#include "runner/commands/redact_command.hpp"
#include "runner/commands/session_command.hpp"
#include "runner/commands/trust_command.hpp"
#include "runner/commands/undo_command.hpp"
#include "runner/generate/generate.hpp"
#include "runner/options/config_text.hpp"
#include "runner/servers/servers_command.hpp"
#include "runner/start/concealment.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/system/memory_limit.hpp"
#include "toolkit/system/standard_descriptors.hpp"
#include "toolkit/system/watchdog.hpp"

#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

namespace runner {

using namespace agent;
using namespace toolkit;

// The key, and those that flags and the variables of proxies hold.
static std::vector<std::string> given_secrets(const options::Options& options)
{
    std::vector<std::string> secrets = model::proxy_secrets();
    const auto add = [&](std::vector<std::string> more) {
        std::move(more.begin(), more.end(), std::back_inserter(secrets));
    };
    add({options.api_key});
    add(model::secrets_of_url(options.base_url));
    for (const auto& header : options.headers)
        add(redaction::secrets_of_header(header));
    return secrets;
}

static redaction::Secrets secrets_of(const options::Options& options)
{
    redaction::Secrets secrets {redaction::secret_values(environ, options.redact.keys),
        options.redact.patterns, redaction::Shapes::known, options.redact.keys,
        options.workspace_redact};
    for (auto& secret : given_secrets(options))
        secrets.values.push_back(std::move(secret));
    return secrets;
}

static int print_version()
{
    terminal::print("agentcli " AGENTCLI_VERSION "\n");
    return static_cast<int>(loop::Reason::answered);
}

static int print_config(const options::Options& options, const redaction::Secrets& secrets)
{
    const redaction::Redaction redaction(secrets);
    terminal::print(options::config_text(options, redaction.of_operator()));
    return static_cast<int>(loop::Reason::answered);
}

// The commands that check, explain, and tend what runs have left.
static int run_upkeep(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel)
{
    switch (options.command) {
    case options::Command::session_list:
    case options::Command::session_show:
    case options::Command::session_fork:
    case options::Command::session_rewind:
    case options::Command::session_delete: return commands::run_session_command(options, secrets);
    case options::Command::doctor: return commands::run_doctor(options, secrets, cancel);
    case options::Command::capabilities:
        return commands::run_capabilities(options, secrets, cancel);
    case options::Command::config: return print_config(options, secrets);
    case options::Command::trust:
    case options::Command::trust_list:
    case options::Command::trust_remove: return commands::run_trust(options, cancel);
    case options::Command::audit_verify: return commands::run_audit_verify(options, secrets);
    case options::Command::audit_show: return commands::run_audit_show(options, secrets);
    case options::Command::runs_list:
    case options::Command::runs_show:
    case options::Command::runs_prune:
        return frontends::workflow::run_runs_command(options, secrets);
    case options::Command::workflow_check: return frontends::workflow::run_workflow_check(options);
    case options::Command::workflow_list: return frontends::workflow::run_workflow_list(options);
    case options::Command::workflow_schema: return frontends::workflow::run_workflow_schema();
    case options::Command::test: return frontends::test::run_tests(options, secrets, cancel);
    case options::Command::undo: return commands::run_undo(options, secrets, cancel);
    case options::Command::redact: return commands::run_redact(secrets);
    case options::Command::generate: return generate::run_generate(options, cancel);
    case options::Command::help: return commands::run_help(options, secrets, cancel);
    case options::Command::version: return print_version();
    default: return static_cast<int>(loop::Reason::misused);
    }
}

static bool has_deadline(options::Command command)
{
    return command == options::Command::run || command == options::Command::workflow_run
        || command == options::Command::investigate || command == options::Command::embed;
}

// Limits the wait for pipes that flags name. A workflow sets the deadline anew when its run begins.
static void set_deadline(const options::Options& options, system::Cancel& cancel)
{
    if (has_deadline(options.command)) // others have none, or set one for each turn
        cancel.end_after(options.max_time);
    system::start_watchdog(
        has_deadline(options.command) ? static_cast<int>(loop::Reason::max_seconds) : 0);
}

// But for a chat, which has a front, too.
static int run(
    const options::Options& options, const redaction::Secrets& secrets, system::Cancel& cancel)
{
    set_deadline(options, cancel);
    switch (options.command) {
    case options::Command::run: return commands::run_agent(options, secrets, cancel);
    case options::Command::workflow_run:
        return frontends::workflow::run_workflow(options, secrets, cancel);
    case options::Command::host:
        if (options.worker_memory > 0)
            system::limit_memory(options.worker_memory);
        return options.workflow.empty()
            ? frontends::host::run_host(options, secrets, cancel)
            : frontends::workflow::run_workflow_for_host(options, secrets, cancel);
    case options::Command::investigate:
        return frontends::investigate::run_investigate(options, secrets, cancel);
    case options::Command::embed: return commands::run_embedding(options, secrets, cancel);
    case options::Command::serve_token: return frontends::serve::run_serve_token(options);
    case options::Command::mcp: return frontends::mcp::run_mcp(options, secrets, cancel);
    case options::Command::mcp_config: return frontends::mcp::run_mcp_config(options, secrets);
    case options::Command::mcp_servers: return servers::run_mcp_servers(options, secrets);
    case options::Command::mcp_tools:
    case options::Command::mcp_call:
    case options::Command::mcp_read:
    case options::Command::mcp_prompt:
    case options::Command::mcp_check:
    case options::Command::mcp_approve:
    case options::Command::mcp_forget:
        return frontends::servers::run_mcp_visit(options, secrets, cancel);
    default: return run_upkeep(options, secrets, cancel);
    }
}

static int fail(const ToolError& error)
{
    if (terminal::nobody_reads_stdout()) // as with most programs, and nobody has to be told
        return static_cast<int>(loop::Reason::stdout_closed);
    terminal::print_note(redaction::Redaction(secrets_of({})).redact(terminal::one_line(error)));
    const bool is_of_stdout = dynamic_cast<const terminal::StdoutError*>(&error) != nullptr;
    return static_cast<int>(is_of_stdout ? loop::Reason::failed : loop::Reason::misused);
}

// Its workers read the flags themselves; a help that was asked for is printed.
static int run_spawner(const std::vector<std::string>& arguments, const File& front, char** argv)
{
    const options::Options options = options::parse_options(arguments);
    start::conceal_secrets(argv, given_secrets(options));
    if (options.command == options::Command::serve)
        return frontends::serve::run_server(arguments, secrets_of(options), front);
    system::Cancel cancel;
    return run(options, secrets_of(options), cancel);
}

static int run_command(int argc, char** argv)
{
    system::hold_standard_descriptors();
    system::begin_with_usual_signals();
    // Other processes of the same user, the tools among them, shall not read the key out of this
    // one.
    prctl(PR_SET_DUMPABLE, 0);
    std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    if (const File front = frontends::serve::begin_server(arguments, argv))
        return run_spawner(arguments, front, argv);
    frontends::chat::Front front = frontends::chat::Front::begin(arguments, argv);
    if (front.is_there() && (arguments.empty() || arguments.front() != "chat"))
        arguments = frontends::chat::as_chat(std::move(arguments));
    const options::Options options = options::parse_options(arguments);
    if (options.command != options::Command::chat)
        front.end();
    else // of the terminal: the front hears it, and says what it means
        std::signal(SIGINT, SIG_IGN);
    system::Cancel cancel;
    const redaction::Secrets secrets = secrets_of(options);
    start::conceal_secrets(argv, given_secrets(options));
    if (options.command == options::Command::acp)
        return frontends::acp::run_acp(options, arguments, secrets, cancel);
    return options.command == options::Command::chat
        ? frontends::chat::run_chat(options, secrets, cancel, front)
        : run(options, secrets, cancel);
}

}

// Nothing that is thrown ends the process in another way.
int main(int argc, char** argv)
try {
    try {
        return runner::run_command(argc, argv);
    } catch (const toolkit::ToolError& error) {
        return runner::fail(error);
    }
} catch (const std::exception& error) { // of a library, where memory or descriptors are short
    runner::terminal::print_note(
        std::string("cannot continue: ") + runner::terminal::without_controls(error.what()));
    return static_cast<int>(agent::loop::Reason::failed);
}
