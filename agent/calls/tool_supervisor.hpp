#pragma once

#include "agent/calls/running_calls.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/file.hpp"

#include <memory>

namespace agent::calls {

using namespace toolkit;

struct Arguments;

// A process that owns the background commands which calls of a tool start: the tool's own program
// in another role (docs/contract.md, "Commands in the background"). The process and the later calls
// of the tool communicate over a pair of sockets. The process ends with this object, or with this
// process.
class ToolSupervisor {
public:
    // Returns true if a call with these arguments needs a supervisor: one of the fields named in
    // effects.background is set and not false.
    static bool is_asked_for(const ManifestTool& tool, const Arguments& arguments);

    // Returns true if calls of the tool can need a supervisor.
    static bool is_known_to(const ManifestTool& tool);

    // Starts the process with the command of the tool's calls. Throws IO_ERROR if that fails.
    explicit ToolSupervisor(Launch launch);
    ToolSupervisor(const ToolSupervisor&) = delete;
    ToolSupervisor& operator=(const ToolSupervisor&) = delete;
    ~ToolSupervisor();

    // Adds to the call what it needs to reach the supervisor: a flag, and a descriptor that must
    // stay valid until the call has started.
    void join(Call& call) const;

    const Launch& launch() const { return launched; }
    bool is_running() const { return !process->is_finished(); }
    void watch(system::Watch& watch) const { process->watch(watch); }
    void step() { process->step(); }

    // Ends the background commands and the process. Waits until it has exited; kills it after 5 s.
    // Returns its outcome: each line of the output is about a command that it ended.
    Outcome end();

private:
    Launch launched;
    File socket;
    std::unique_ptr<RunningCall> process;
};

}
