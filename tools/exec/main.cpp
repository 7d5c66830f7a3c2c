#include "answer.hpp"
#include "spelling.hpp"

namespace exec {

using namespace toolkit::tool;

static const Tool<Request> tool {
    .name = "exec",
    .summary = "Run a shell command. Long output is cut in the middle; stdoutFile names a file with all "
               "of it.",
    .parameters = {
        optional("command", &Request::command, "Line for sh"),
        optional("cmd", &Request::program, "Instead of command: a program, run without a shell"),
        optional("args", &Request::arguments, "Of cmd").only_a_list(),
        optional("cwd", &Request::directory)
            .alias("workdir")
            .alias("directory")
            .alias("dir_path")
            .alias("working_dir")
            .alias("working_directory"),
        optional("env", &Request::variables, "Added to the environment"),
        optional("stdin", &Request::input).or_unlisted_base64("stdinBase64"),
        optional("timeoutSec", &Request::seconds,
            "Kill the command and its descendants after this many seconds", between(1, 600))
            .alias("timeout_sec")
            .alias("timeout_secs")
            .alias("timeout_seconds")
            .limited_by("max-timeout-sec"),
        optional("timeoutMs", &Request::milliseconds).unlisted(),
        optional("output", &Request::streams).unlisted(),
        optional("maxOutputBytes", &Request::most_output, "For each of stdout and stderr",
            between(0, 64 << 10))
            .limited_by("max-output-bytes"),
    },
    .flags = {
        flag("policy", &Request::policy,
            "read-only: commands change only temporary files; workspace-write: the workspace too; "
            "unrestricted: whatever the user can"),
        flag("network", &Request::network, "Whether commands can use the network"),
        flag("unix", &Request::unix_sockets,
            "Let commands use Unix sockets; a service that trusts the user is a way out of the sandbox"),
        flag("tmp", &Request::temporary,
            "Directory for temporary files, kept after the call; default: a new one for each call")
            .takes("DIR"),
        flag("hide", &Request::hidden,
            "File or directory to hide from commands, besides the known places of keys").takes("PATH"),
        flag("show", &Request::shown,
            "File or directory to leave readable, although it contains keys").takes("PATH"),
        flag("user", &Request::user,
            "User that runs commands: 'self', or, if the tool runs as root, 'owner' of the workspace"),
        flag("memory", &Request::memory, "Maximum memory of each process; 0: no limit", at_least(0)).takes("BYTES"),
        flag("cpu-seconds", &Request::cpu_seconds, "Maximum processor time of each process; 0: no limit", at_least(0)),
        flag("processes", &Request::processes, "Maximum number of processes of the user; 0: no limit", at_least(0)),
        flag("file-size", &Request::file_size,
            "Maximum size of a file that a command writes; 0: no limit", at_least(0))
            .takes("BYTES"),
        flag("max-tmp-bytes", &Request::most_temporary,
            "Maximum size of each of the private /tmp and /dev/shm, held in memory; 0: half of the memory",
            at_least(0)),
        flag("require", &Request::required,
            "Refuse to run commands with a weaker sandbox; default: accept any"),
        flag("env", &Request::passed_variables, "Environment variable to pass on to commands").takes("NAME"),
        flag("max-spill-bytes", &Request::most_spill,
            "Maximum size of a file that keeps the output of a stream", at_least(0)),
        flag("max-kept-bytes", &Request::most_kept,
            "Maximum total size of the files that keep output; the oldest are removed first", at_least(0)),
    },
    .sandbox = {.workspace = toolkit::sandbox::Access::write, .programs = toolkit::sandbox::Programs::by_policy},
    .timeout_seconds = 630,
    .prepare = prepare,
    .effects = effects_of_flags,
    .run = execute,
    .rewrite = translate,
};

}

int main(int argc, char** argv) { return exec::tool.main(argc, argv); }
