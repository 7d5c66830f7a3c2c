#pragma once

#include "pipes.hpp"
#include "toolkit/process/supervision.hpp"
#include "toolkit/system/file.hpp"
#include "tools/exec/sandbox/enclosure.hpp"

#include <csignal>
#include <string>
#include <string_view>
#include <vector>

namespace exec::process {

using namespace toolkit;

constexpr int script_descriptor = 9;

// A program that is ready to be run.
struct Program {
    std::string path; // relative to `directory`, or absolute
    std::vector<std::string> arguments; // starting with the name
    std::vector<std::string> environment; // NAME=value
    std::string place; // working directory: resolved and relative to the workspace, or absolute
    bool has_one_stream = false; // stderr goes to the same stream as stdout
    // uses the streams of the tool, and receives the signals that come as orders
    bool is_launched = false;
    File directory; // the working directory, opened
    std::string script = {}; // content that the program can read from `script_descriptor`
    // directories for indexes, one for each slot of the enclosure: view::furnish()
    std::vector<File> indexes = {};
};

// Sends a Program without its descriptors to another process of this tool. Its strings must not
// contain a NUL.
void send(const File& to, const Program& program);

// Receives what send() has sent; blocks. Returns false if the other end is closed before the
// message is complete.
bool receive(const File& from, Program& program);

// Starts `program` under a supervisor (toolkit/process/supervision.hpp). Processes that outlive the
// command have a moment to end by themselves before the supervisor kills them. It also kills the
// command when it is ordered to, and when the tool dies. Then it reports, removes the temporary
// directory, and exits. Returns the process ID of the supervisor. For levels without namespaces;
// with namespaces, Init is the supervisor.
pid_t start_supervised(const Program& program, const sandbox::Enclosure& enclosure, Lines& lines);

// Starts the program and returns when no process of it is left. Reports the outcome. To be called
// in the supervisor.
void run_supervised(const Program& program, const sandbox::Enclosure& enclosure, Ends& ends,
    toolkit::process::Reach reach);

// Kills a supervisor that is gone or late, and the processes that it kept, which are now children
// of this process. Not needed at Level::namespaces, where the kernel does this.
void kill_abandoned(pid_t supervisor);

void report(const File& reports, const Report& what);

// Returns SIGTERM, SIGINT and SIGHUP, the signals that end the tool.
sigset_t signals_that_end();

// Returns true if one of these signals is pending. run() blocks them when it starts.
bool is_told_to_end();

// Saves the signal mask, and restores it when the object is destroyed. One of signals_that_end()
// that is pending then is discarded.
class EndingSignals {
public:
    EndingSignals();
    ~EndingSignals();
    EndingSignals(const EndingSignals&) = delete;
    EndingSignals& operator=(const EndingSignals&) = delete;

private:
    sigset_t before;
};

}
