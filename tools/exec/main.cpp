#include "answer.hpp"

static const Tool<Request> tool {
    .name = "exec",
    .summary = "Run a program and answer its exit code and output. No shell: for pipes and the like, cmd 'sh' with args "
               "['-c', 'a | b']. A long output is cut in the middle, and stands whole in the file that the answer names",
    .parameters = {
        required("cmd", &Request::command, "Program: a name along PATH, or a path relative to cwd"),
        optional("args", &Request::arguments, "Its arguments"),
        optional("cwd", &Request::directory, "Directory to run in, relative to the workspace").alias("workdir"),
        optional("env", &Request::variables, "Variables to add"),
        optional("stdin", &Request::input, "What it reads from its standard input").or_base64("stdinBase64"),
        optional("timeoutSec", &Request::seconds, "Seconds until it is killed, with all that it started", between(1, 600))
            .limited_by("max-timeout-sec"),
        optional("maxOutputBytes", &Request::most_output, "Most bytes to answer of each stream", between(0, 64 << 10))
            .limited_by("max-output-bytes"),
    },
    .flags = {
        flag("policy", &Request::policy, "What commands may do"),
        flag("network", &Request::network, "May they reach the network?"),
        flag("unix", &Request::unix_sockets, "Let them use Unix sockets: an escape wherever a service trusts its user"),
        flag("tmp", &Request::temporary, "Directory for temporary files, which is kept, instead of one for each call"),
        flag("env", &Request::passed_variables, "Variable of the tool's own to pass on"),
        flag("max-spill-bytes", &Request::most_spill, "Most bytes of each stream that are kept in a file", at_least(0)),
    },
    .sandbox = {.workspace = Access::write, .programs = Programs::by_policy},
    .timeout_seconds = 630,
    .prepare = prepare,
    .run = execute,
};

int main(int argc, char** argv) { return tool.main(argc, argv); }
