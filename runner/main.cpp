// agentcli: asks a model, runs the tools that it calls, and prints its answer; or tells what they have to go by.

#include "runner/agent.hpp"
#include "runner/audit_command.hpp"
#include "runner/concealment.hpp"
#include "runner/doctor.hpp"
#include "runner/generate.hpp"
#include "runner/help.hpp"
#include "runner/output.hpp"
#include "runner/redact_command.hpp"
#include "runner/secret_names.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

// A pipe or a file of ours must not take the place of a closed stdout.
static void hold_standard_descriptors()
{
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(descriptor, F_GETFD) < 0)
            open("/dev/null", O_RDONLY);
}

int main(int argc, char** argv)
try {
    hold_standard_descriptors();
    // Other processes of the same user, the tools among them, shall not read the key out of this one.
    prctl(PR_SET_DUMPABLE, 0);
    const Interrupt interrupt;
    const Options options = parse_options({argv + (argc > 0 ? 1 : 0), argv + argc});
    if (options.help || options.version) {
        print(options.help ? help_text(options.command) : "agentcli " AGENTCLI_VERSION "\n");
        return static_cast<int>(Reason::answered);
    }
    Secrets secrets {secret_values(environ), options.redact};
    secrets.values.push_back(options.api_key);
    conceal_secrets(argv, options.api_key);
    switch (options.command) {
    case Command::doctor: return run_doctor(options, secrets, interrupt);
    case Command::audit_verify: return run_audit_verify(options, secrets);
    case Command::audit_show: return run_audit_show(options, secrets);
    case Command::redact: return run_redact(secrets);
    case Command::generate: return run_generate(options, interrupt);
    case Command::help: return run_help(options, secrets, interrupt);
    case Command::run: break;
    }
    return run_agent(options, secrets, interrupt);
} catch (const ToolError& error) {
    print_note(Redaction({secret_values(environ), {}}).redact(one_line(error)));
    return static_cast<int>(Reason::misused);
}
