#include "answer.hpp"

static const Tool<Request> tool {
    .name = "exec",
    .summary = "Run a program, without a shell; for pipes cmd 'sh', args ['-c', 'a | b']. A long output is cut in the middle, "
               "and stands whole in the file that the answer names",
    .parameters = {
        required("cmd", &Request::command, "Name along PATH, or path relative to cwd"),
        optional("args", &Request::arguments),
        optional("cwd", &Request::directory, "Directory to run in").alias("workdir"),
        optional("env", &Request::variables),
        optional("stdin", &Request::input).or_base64("stdinBase64"),
        optional("timeoutSec", &Request::seconds, "Then all that it started is killed", between(1, 600))
            .limited_by("max-timeout-sec"),
        optional("maxOutputBytes", &Request::most_output, "Of each stream", between(0, 64 << 10))
            .limited_by("max-output-bytes"),
    },
    .flags = {
        flag("policy", &Request::policy, "What commands may do"),
        flag("network", &Request::network, "Whether commands can use the network"),
        flag("unix", &Request::unix_sockets, "Let commands use Unix sockets: an escape if a service trusts its user"),
        flag("tmp", &Request::temporary, "Directory for temporary files, which is kept, instead of one per call")
            .takes("DIR"),
        flag("hide", &Request::hidden, "File or directory to hide, besides the known places of keys").takes("PATH"),
        flag("show", &Request::shown, "File or directory to leave readable, although it holds keys").takes("PATH"),
        flag("user", &Request::user, "User that runs commands: 'owner', as root, is the owner of the workspace"),
        flag("memory", &Request::memory, "Maximum memory of each process; 0: no limit", at_least(0)).takes("BYTES"),
        flag("cpu-seconds", &Request::cpu_seconds, "Maximum processor time of each process; 0: no limit", at_least(0)),
        flag("processes", &Request::processes, "Maximum number of processes of the user; 0: no limit", at_least(0)),
        flag("file-size", &Request::file_size, "Maximum size of a written file; 0: no limit", at_least(0))
            .takes("BYTES"),
        flag("max-tmp-bytes", &Request::most_temporary,
            "Maximum size of the new /tmp, in memory, and of /dev/shm; 0: half of the memory", at_least(0)),
        flag("require", &Request::required, "Refuse to run commands at a lower level"),
        flag("env", &Request::passed_variables, "Variable of the tool's environment to pass on").takes("NAME"),
        flag("max-spill-bytes", &Request::most_spill, "Maximum that is kept of each stream in a file", at_least(0)),
        flag("max-kept-bytes", &Request::most_kept,
            "Maximum size of all these files; beyond it the oldest are removed", at_least(0)),
    },
    .sandbox = {.workspace = Access::write, .programs = Programs::by_policy},
    .timeout_seconds = 630,
    .prepare = prepare,
    .effects = effects_of_flags,
    .run = execute,
};

int main(int argc, char** argv) { return tool.main(argc, argv); }
