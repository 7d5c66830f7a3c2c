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
        flag("network", &Request::network, "May they reach the network?"),
        flag("unix", &Request::unix_sockets, "Let them use Unix sockets: an escape wherever a service trusts its user"),
        flag("tmp", &Request::temporary, "Directory for temporary files, which is kept, instead of one for each call"),
        flag("hide", &Request::hidden, "File or directory to hide, beside the places of keys that are known"),
        flag("show", &Request::shown, "File or directory to leave readable, though it holds keys"),
        flag("user", &Request::user, "Whom commands run as: as root, the owner of the workspace"),
        flag("memory", &Request::memory, "Most bytes of memory of each process; 0: no limit", at_least(0)),
        flag("cpu-seconds", &Request::cpu_seconds, "Most processor time of each process; 0: no limit", at_least(0)),
        flag("processes", &Request::processes, "Most processes of the user; 0: no limit", at_least(0)),
        flag("file-size", &Request::file_size, "Most bytes of a file that is written; 0: no limit", at_least(0)),
        flag("max-tmp-bytes", &Request::most_temporary, "Most bytes of the new /tmp, in memory, and of /dev/shm; 0: half of the memory", at_least(0)),
        flag("require", &Request::required, "Refuse to run commands at a lower level"),
        flag("env", &Request::passed_variables, "Variable of the tool's own to pass on"),
        flag("max-spill-bytes", &Request::most_spill, "Most bytes of each stream that are kept in a file", at_least(0)),
        flag("max-kept-bytes", &Request::most_kept, "Most bytes of all those files; then the oldest go", at_least(0)),
    },
    .sandbox = {.workspace = Access::write, .programs = Programs::by_policy},
    .timeout_seconds = 630,
    .prepare = prepare,
    .run = execute,
};

int main(int argc, char** argv) { return tool.main(argc, argv); }
