// agentcli: asks a model, runs the tools that it calls, and prints its answer; or tells what they have to go by.

#include "agent/model/route.hpp"
#include "agent/redaction/header_secrets.hpp"
#include "agent/redaction/secret_names.hpp"
#include "runner/commands/agent.hpp"
#include "runner/commands/audit_command.hpp"
#include "runner/commands/capabilities.hpp"
#include "runner/commands/doctor.hpp"
#include "runner/commands/help.hpp"
#include "runner/commands/redact_command.hpp"
#include "runner/commands/session_command.hpp"
#include "runner/commands/trust_command.hpp"
#include "runner/generate/generate.hpp"
#include "runner/host/host.hpp"
#include "runner/options/config_text.hpp"
#include "runner/start/concealment.hpp"
#include "runner/terminal/output.hpp"
#include "toolkit/system/standard_descriptors.hpp"

#include <sys/prctl.h>
#include <unistd.h>

#include <exception>
#include <iterator>
#include <utility>

// The key, and those that flags and the variables of proxies hold.
static std::vector<std::string> given_secrets(const Options& options)
{
    std::vector<std::string> secrets = proxy_secrets();
    const auto add = [&](std::vector<std::string> more) {
        std::move(more.begin(), more.end(), std::back_inserter(secrets));
    };
    add({options.api_key});
    add(secrets_of_url(options.base_url));
    for (const auto& header : options.headers)
        add(secrets_of_header(header));
    return secrets;
}

static Secrets secrets_of(const Options& options)
{
    Secrets secrets {secret_values(environ, options.redact.keys), options.redact.patterns, Shapes::known,
        options.redact.keys, options.workspace_redact};
    for (auto& secret : given_secrets(options))
        secrets.values.push_back(std::move(secret));
    return secrets;
}

static int print_version()
{
    print("agentcli " AGENTCLI_VERSION "\n");
    return static_cast<int>(Reason::answered);
}

static int print_config(const Options& options, const Secrets& secrets)
{
    const Redaction redaction(secrets);
    print(config_text(options, redaction.of_operator()));
    return static_cast<int>(Reason::answered);
}

static int run(const Options& options, const Secrets& secrets, Cancel& cancel)
{
    switch (options.command) {
    case Command::run: return run_agent(options, secrets, cancel);
    case Command::host: return run_host(options, secrets, cancel);
    case Command::embed: return run_embedding(options, secrets, cancel);
    case Command::session_list:
    case Command::session_show:
    case Command::session_fork:
    case Command::session_delete: return run_session_command(options, secrets);
    case Command::doctor: return run_doctor(options, secrets, cancel);
    case Command::capabilities: return run_capabilities(options, secrets, cancel);
    case Command::config: return print_config(options, secrets);
    case Command::trust:
    case Command::trust_list:
    case Command::trust_remove: return run_trust(options, cancel);
    case Command::audit_verify: return run_audit_verify(options, secrets);
    case Command::audit_show: return run_audit_show(options, secrets);
    case Command::redact: return run_redact(secrets);
    case Command::generate: return run_generate(options, cancel);
    case Command::help: return run_help(options, secrets, cancel);
    case Command::version: return print_version();
    }
    return static_cast<int>(Reason::misused);
}

static int fail(const ToolError& error)
{
    if (nobody_reads_stdout()) // as with most programs, and nobody has to be told
        return static_cast<int>(Reason::stdout_closed);
    print_note(Redaction(secrets_of({})).redact(one_line(error)));
    return static_cast<int>(Reason::misused);
}

static int run_command(int argc, char** argv)
{
    hold_standard_descriptors();
    begin_with_usual_signals();
    // Other processes of the same user, the tools among them, shall not read the key out of this one.
    prctl(PR_SET_DUMPABLE, 0);
    Cancel cancel;
    const Options options = parse_options({argv + (argc > 0 ? 1 : 0), argv + argc});
    const Secrets secrets = secrets_of(options);
    conceal_secrets(argv, given_secrets(options));
    return run(options, secrets, cancel);
}

// Nothing that is thrown ends the process in another way.
int main(int argc, char** argv)
try {
    try {
        return run_command(argc, argv);
    } catch (const ToolError& error) {
        return fail(error);
    }
} catch (const std::exception& error) { // of a library, where memory or descriptors are short
    print_note(std::string("cannot go on: ") + without_controls(error.what()));
    return static_cast<int>(Reason::failed);
}
