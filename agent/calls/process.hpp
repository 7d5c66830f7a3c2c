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

// A program to start: `program` is the file that is run, argv[0] the name that it sees.
struct Launch {
    std::string program;
    std::vector<std::string> argv;
    std::vector<std::string> environment; // NAME=value, and nothing else
    std::string directory = {}; // to run in; empty: that of this process
};

// Returns how to start a tool. Its environment has PATH, HOME and the XDG directories, the
// variables that the manifest names, and the settings of `tool`.
Launch launch_of(const ManifestTool& tool);

// One call of a tool: a request in, an answer out.
struct Call {
    Launch launch;
    std::string input;
    std::chrono::milliseconds timeout;
    int descriptor = -1; // stays open here; the tool has it as descriptor 3
    std::function<void(std::string_view)> hears_errors = {}; // see Arguments
};

enum class End {
    exited, // status is its exit status
    killed, // by the signal `status`, and not by us
    timed_out,
    too_much_output, // more than is taken on stdout: none of it is to be used
    not_started, // status is the errno
    interrupted, // what is under way is to end
    cancelled, // this call alone
    lost, // its supervisor died or was stopped, so that nothing is known
};

struct Outcome {
    End end = End::lost;
    int status = 0;
    std::string output = {};
    std::string errors
        // stderr; if it is longer than max_errors, its beginning and end, with a line between them
        // that says so
        = {};
    std::size_t error_bytes = 0; // all that it printed to stderr
    std::chrono::milliseconds duration {};
    bool all_gone = true; // false: a process that it started can't be killed
};

// What a tool may print to stdout at most. A file of 1 MiB in base64 and two full streams of exec
// pass with room.
constexpr std::size_t max_output = 8 << 20;

// What is kept of stderr. A tool may print more: that is no reason to lose its answer.
constexpr std::size_t max_errors = 64 << 10;

// So many calls run at once; the others of a batch wait for a place.
constexpr std::size_t max_at_once = 16;

// Runs the calls at once, at most 16, and fewer if descriptors or processes are short, and waits
// for them: each has its input written while its output is read, and ends when its program ends, at
// its timeout, or when it is cancelled; then everything that it started is gone, and a waiting call
// has its place. Other children of this process are left alone. Outcomes are in the order of the
// calls. SIGPIPE must be ignored. Throws IO_ERROR if no process can be made at all, and then
// nothing is left running.
std::vector<Outcome> run_together(const std::vector<Call>& calls, system::Cancel& cancel);

}
