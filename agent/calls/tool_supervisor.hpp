#pragma once

#include "agent/calls/running_calls.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/file.hpp"

#include <memory>

namespace agent::calls {

using namespace toolkit;

struct Arguments;

// A process that holds what the calls of a tool start and leave running: the tool's own program, in
// another role (docs/contract/exec.md, "Commands in the background"). It has one end of a pair of
// sockets, each later call the other one. It ends with this object, or with this process.
class ToolSupervisor {
public:
    // Does a call with these arguments ask for one? The manifest names the fields that do.
    static bool is_asked_for(const ManifestTool& tool, const Arguments& arguments);

    // May calls of the tool ask for one?
    static bool is_known_to(const ManifestTool& tool);

    // Starts it as the tool is started. Throws IO_ERROR.
    explicit ToolSupervisor(Launch launch);
    ToolSupervisor(const ToolSupervisor&) = delete;
    ToolSupervisor& operator=(const ToolSupervisor&) = delete;
    ~ToolSupervisor();

    // The same call, told where the supervisor is.
    void join(Call& call) const;

    const Launch& launch() const { return launched; }
    bool is_running() const { return !process->is_finished(); }
    void watch(system::Watch& watch) const { process->watch(watch); }
    void step() { process->step(); }

    // Has it end what it holds, and waits for that, and no longer than a bound. What it printed.
    Outcome end();

private:
    Launch launched;
    File socket;
    std::unique_ptr<RunningCall> process;
};

}
