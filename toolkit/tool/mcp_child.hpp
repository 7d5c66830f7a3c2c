#pragma once

#include "toolkit/system/file.hpp"

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <vector>

namespace toolkit::tool {

// A process that was forked for one call. It receives its line by one pipe and answers by another.
class McpChild {
public:
    using Work = std::function<void(int input, int output)>;

    // The child closes `inherited`, does its work, and waits to be killed. It dies with this
    // process. Throws IO_ERROR if it cannot be created.
    McpChild(const Work& work, const std::vector<int>& inherited);
    McpChild(const McpChild&) = delete;
    McpChild& operator=(const McpChild&) = delete;

    // Kills the child and waits for its end.
    ~McpChild();

    const File& input() const { return line_pipe; } // writable; non-blocking
    const File& output() const { return answer_pipe; } // readable; non-blocking
    const File& process() const { return handle; }

    // Sends SIGTERM, so that it removes what it has made.
    void ask_to_end() const;

    // Waits until it has ended or answers, but not beyond `deadline`.
    void await_end(std::chrono::steady_clock::time_point deadline) const;

    // Kills it without waiting.
    void kill();

    // Returns true if it has been killed or has ended otherwise. Reaps it in this case.
    bool is_over();

    // Kills it and waits. Returns its status as in wait(2).
    int end();

private:
    pid_t number = -1; // -1: it has been reaped
    File handle; // a pidfd: its number cannot be reused
    File line_pipe;
    File answer_pipe;
    int status = 0;
};

}
