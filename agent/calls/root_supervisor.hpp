#pragma once

#include "agent/calls/supervised_tool.hpp"
#include "toolkit/system/file.hpp"

#include <sys/types.h>

#include <optional>

// The parent of all supervisors of tools, a child of this process and a sub-reaper: if a tool kills its supervisor, what it
// has started becomes a child of the root supervisor, which kills it, and reports that. So this process adopts nobody,
// changes nothing about itself, and kills no child but this one. When it ends, however that happens, so does the root
// supervisor, with all tools.
class RootSupervisor {
public:
    // One per process, started by its first use. A forked process has another.
    static RootSupervisor& of_this_process();

    RootSupervisor() = default;
    RootSupervisor(const RootSupervisor&) = delete;
    RootSupervisor& operator=(const RootSupervisor&) = delete;

    // Ends it, and waits for that.
    ~RootSupervisor();

    // Starts the tool under a supervisor, and returns the pid of that; ToolReport says the rest. `ends` stay open here. Waits
    // for no tool. SIGPIPE must be ignored. Throws IO_ERROR if there can be no further process.
    pid_t start(const Launch& launch, const ToolEnds& ends);

private:
    // The answer to a request.
    struct Started {
        pid_t pid;
        int error; // errno, if there is no pid
    };
    class Root;

    bool is_running() const;
    void begin();
    void end();
    std::optional<Started> request(const Launch& launch, const ToolEnds& ends) const;

    pid_t owner = -1; // the process that started it
    pid_t pid = -1;
    File requests;
};
