#pragma once

#include "agent/calls/supervised_tool.hpp"
#include "toolkit/system/file.hpp"

#include <sys/types.h>

#include <cstddef>

namespace agent::calls {

using namespace toolkit;

// The parent of all supervisors of tools, a child of this process and a sub-reaper: if a tool kills
// its supervisor, what it has started becomes a child of the root supervisor, which kills it, and
// reports that. So this process adopts nobody, changes nothing about itself, and kills no child but
// this one. When it ends, however that happens, so does the root supervisor, with all tools.
class RootSupervisor {
public:
    // One per process. A forked process has another.
    static RootSupervisor& of_this_process();

    RootSupervisor() = default;
    RootSupervisor(const RootSupervisor&) = delete;
    RootSupervisor& operator=(const RootSupervisor&) = delete;

    // Ends it, and waits for that.
    ~RootSupervisor();

    // It is started by the first call, and ends when nobody uses it any more. That is not waited
    // for, but by the next start and at the end of this process.
    void begin_use() { ++users; }
    void end_use();

    // Has the tool started under a supervisor, and waits for nothing; ToolReport says what comes of
    // it. `ends` stay open here. SIGPIPE must be ignored. Throws IO_ERROR if there can be no
    // further process.
    void start(const Launch& launch, const ToolEnds& ends);

    // It does not do what it is told, since a tool has stopped it: it is killed. Supervisors that
    // run go on.
    void give_up();

private:
    class Root;

    bool is_running() const;
    void begin();
    void reap();

    std::size_t users = 0;
    pid_t owner = -1; // the process that started it
    pid_t pid = -1; // to be reaped
    File requests;
};

}
