#pragma once

#include "agent/calls/supervised_tool.hpp"
#include "toolkit/system/file.hpp"

#include <sys/types.h>

#include <cstddef>

namespace agent::calls {

using namespace toolkit;

// The parent process of all tool supervisors. It is a child of this process and a sub-reaper: if a
// tool kills its supervisor, the processes of the tool become children of the root supervisor,
// which kills them and reports the loss. Therefore this process need not become a sub-reaper itself
// and kills no child but the root supervisor. When this process ends in any way, the root
// supervisor ends all tools and exits.
class RootSupervisor {
public:
    // Returns the only instance of this process. A forked child starts its own root supervisor.
    static RootSupervisor& of_this_process();

    RootSupervisor() = default;
    RootSupervisor(const RootSupervisor&) = delete;
    RootSupervisor& operator=(const RootSupervisor&) = delete;

    // Stops the root supervisor and waits until it has exited.
    ~RootSupervisor();

    // Counts a user. The root supervisor itself is started by the first start().
    void begin_use() { ++users; }

    // Ends a begin_use(). After the last one, tells the root supervisor to exit but does not wait
    // for it: the next start() and the destructor do.
    void end_use();

    // Starts the tool under a supervisor of its own, and the root supervisor first if it does not
    // run. Returns without waiting for the tool: ToolReport messages on `ends.report` tell whether
    // it started and how it ended. The descriptors of `ends` stay open in this process. SIGPIPE
    // must be ignored. Throws IO_ERROR if no root supervisor can be started or reached.
    void start(const Launch& launch, const ToolEnds& ends);

    // Kills the root supervisor and waits until it has exited, because it does not respond: a tool
    // may have stopped it. Supervisors that are already running continue. Does nothing if the root
    // supervisor does not run.
    void give_up();

private:
    class Root;

    bool is_running() const;
    void begin();
    void reap();

    std::size_t users = 0;
    pid_t owner = -1; // process that started the root supervisor
    pid_t pid = -1; // root supervisor that is not reaped yet; -1 if there is none
    File requests;
};

}
