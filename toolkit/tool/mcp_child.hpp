#pragma once

#include "toolkit/system/file.hpp"

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <vector>

namespace toolkit::tool {

// A process that was forked for one call. It gets its line by a pipe and answers by another one.
class McpChild {
public:
    using Work = std::function<void(int input, int output)>;

    // The child closes `inherited`, does its work, and waits to be killed; it dies with this
    // process. Throws IO_ERROR if it can't be made.
    McpChild(const Work& work, const std::vector<int>& inherited);
    McpChild(const McpChild&) = delete;
    McpChild& operator=(const McpChild&) = delete;

    // Kills it, and waits for its end.
    ~McpChild();

    const File& input() const { return line_pipe; } // to write to; non-blocking
    const File& output() const { return answer_pipe; } // to read from; non-blocking
    const File& process() const { return handle; }

    // Sends it SIGTERM, so that it takes away what it has made.
    void ask_to_end() const;

    // Waits until it has ended or answers, at most until `deadline`.
    void await_end(std::chrono::steady_clock::time_point deadline) const;

    // Kills it, and does not wait.
    void kill();

    // Whether it has been killed or has ended otherwise; then it is gone.
    bool is_over();

    // Kills it and waits; what ended it, as wait(2) has it.
    int end();

private:
    pid_t number = -1; // -1: it has been waited for
    File handle; // a pidfd: no other process can have its number
    File line_pipe;
    File answer_pipe;
    int status = 0;
};

}
