#pragma once

#include "agent/calls/manifest.hpp"
#include "toolkit/system/cancel.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace agent::calls {

using namespace toolkit;

// A program to start: `program` is the file to execute; argv[0] may be another name.
struct Launch {
    std::string program;
    std::vector<std::string> argv;
    std::vector<std::string> environment; // NAME=value; the complete environment
    std::string directory = {}; // working directory; empty: that of this process
};

// Returns how to start a tool. Its environment has PATH, HOME and the XDG directories, the
// variables that the manifest names, and the settings of `tool`.
Launch launch_of(const ManifestTool& tool);

// One call of a tool: the request is its stdin, the answer its stdout.
struct Call {
    Launch launch;
    std::string input;
    std::chrono::milliseconds timeout;
    int descriptor = -1; // passed to the tool as descriptor 3, and not closed; -1: none
    std::function<void(std::string_view)> hears_errors = {}; // see Arguments
};

// End of a call's process.
enum class End {
    exited, // Outcome::status is the exit status
    killed, // Outcome::status is the signal, which agentcli did not send
    timed_out,
    too_much_output, // printed more than max_output to stdout; do not use its output
    not_started, // Outcome::status is the errno
    interrupted, // the run was interrupted
    cancelled, // this call was cancelled
    lost, // its supervisor was killed or stopped, so that the outcome is unknown
};

struct Outcome {
    End end = End::lost;
    int status = 0;
    std::string output = {};
    // The stderr of the process. If it has more than max_errors bytes, its beginning, a line with
    // the number of bytes left out, and its end; with Call::hears_errors, only the last line.
    std::string errors = {};
    std::size_t error_bytes = 0; // bytes printed to stderr, including those left out
    std::chrono::milliseconds duration {};
    bool all_gone = true; // false if a process that the tool started could not be killed
};

// Maximum bytes a tool may print to stdout: enough for a file of 1 MiB in base64, and for two full
// output streams of exec.
constexpr std::size_t max_output = 8 << 20;

// Maximum bytes kept of stderr. A tool may print more, since its answer is still usable.
constexpr std::size_t max_errors = 64 << 10;

// Maximum number of calls that run at the same time; the others wait.
constexpr std::size_t max_at_once = 16;

// Runs all calls and waits for them. At most 16 run at the same time, or fewer if descriptors or
// processes are short. A call ends when its program exits, at its timeout, or when `cancel` is set,
// and then all processes that it started are killed. Other children of this process are not
// affected. Returns the outcomes in the order of the calls; those of interrupted calls, and of
// calls that were not started because of that, are End::interrupted. SIGPIPE must be ignored.
// Throws IO_ERROR if no process can be started at all; no call runs then.
std::vector<Outcome> run_together(const std::vector<Call>& calls, system::Cancel& cancel);

}
