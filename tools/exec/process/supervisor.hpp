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

// A program, ready to be run.
struct Program {
    std::string path; // relative to `directory`, or absolute
    std::vector<std::string> arguments; // the name first
    std::vector<std::string> environment; // NAME=value
    std::string place; // where it runs, resolved, relative to the workspace, or absolute
    bool has_one_stream = false; // stderr goes where stdout goes
    bool is_launched = false; // has the streams of the tool, and the signals that come by orders
    File directory; // the same, opened
    std::string script = {}; // what the program can read from `script_descriptor`
    std::vector<File> indexes = {}; // of the slots of the enclosure: view::furnish()
};

// A Program without its descriptor, as bytes between processes of this tool: no text in it holds a
// NUL.
void send(const File& to, const Program& program);

// Blocks. False where the other end was closed before the whole had come.
bool receive(const File& from, Program& program);

// Starts `program` under a supervisor (toolkit/process/supervision.hpp): when the command has
// ended, processes that it has left may end by themselves for a moment. Then the supervisor kills
// them, as it does when it is ordered to, and when the tool dies; it reports, removes the temporary
// directory, and ends. Returns its process id. For levels without namespaces: with namespaces, Init
// is the supervisor.
pid_t start_supervised(const Program& program, const sandbox::Enclosure& enclosure, Lines& lines);

// In the supervisor: starts the program, and stays until nothing of it is left. Reports what comes
// of it.
void run_supervised(const Program& program, const sandbox::Enclosure& enclosure, Ends& ends,
    toolkit::process::Reach reach);

// If a supervisor is gone or late: kills it and what it kept, which is this process's now. At
// Level::namespaces the kernel does.
void kill_abandoned(pid_t supervisor);

void report(const File& reports, const Report& what);

// SIGTERM, SIGINT and SIGHUP, which end the tool.
sigset_t signals_that_end();

// True if one of these signals is pending. run() blocks them from its beginning on.
bool is_told_to_end();

// At the end of its life, these signals end the process again if they did so at its beginning; one
// that waits then is dropped.
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
