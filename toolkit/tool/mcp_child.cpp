#include "toolkit/tool/mcp_child.hpp"

#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <ctime>

namespace toolkit::tool {

namespace {

struct Pipe {
    File reading;
    File writing;
};

Pipe make_pipe()
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        throw system::system_error("cannot make a pipe for a call");
    return {File(ends[0]), File(ends[1])};
}

// A call whose server has died must end. The death signal does not arrive if the server died before
// it was set, which is checked below.
[[noreturn]] void live_as_child(pid_t parent, const McpChild::Work& work, int input, int output)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    sigset_t held_by_server;
    sigemptyset(&held_by_server);
    sigaddset(&held_by_server, SIGTERM);
    sigprocmask(SIG_UNBLOCK, &held_by_server, nullptr);
    if (getppid() == parent)
        work(input, output);
    _exit(0);
}

}

McpChild::McpChild(const Work& work, const std::vector<int>& inherited)
{
    Pipe line = make_pipe();
    Pipe answer = make_pipe();
    const pid_t parent = getpid();
    number = fork();
    if (number < 0)
        throw system::system_error("cannot make a process for a call");
    if (number == 0) {
        for (const int descriptor : inherited)
            close(descriptor);
        line.writing = File();
        answer.reading = File();
        live_as_child(parent, work, line.reading.descriptor(), answer.writing.descriptor());
    }
    handle = File(static_cast<int>(syscall(SYS_pidfd_open, number, 0)));
    if (!handle) { // the child could not be killed later; it ends by itself if it receives no line
        const ToolError error = system::system_error("cannot watch the process of a call");
        line.writing = File();
        waitpid(number, nullptr, 0);
        throw ToolError(error);
    }
    line_pipe = std::move(line.writing);
    answer_pipe = std::move(answer.reading);
}

McpChild::~McpChild() { end(); }

void McpChild::ask_to_end() const
{
    syscall(SYS_pidfd_send_signal, handle.descriptor(), SIGTERM, nullptr, 0);
}

void McpChild::await_end(std::chrono::steady_clock::time_point deadline) const
{
    system::Watch watch;
    watch.readable(handle.descriptor());
    watch.readable(answer_pipe.descriptor());
    watch.until(deadline);
    do
        watch.wait();
    while (!watch.is_ready(handle.descriptor()) && !watch.is_ready(answer_pipe.descriptor())
        && system::Watch::Clock::now() < deadline);
}

void McpChild::kill()
{
    syscall(SYS_pidfd_send_signal, handle.descriptor(), SIGKILL, nullptr, 0);
    line_pipe = File();
    answer_pipe = File();
}

bool McpChild::is_over()
{
    if (number >= 0 && waitpid(number, &status, WNOHANG) == number)
        number = -1;
    return number < 0;
}

int McpChild::end()
{
    if (number < 0)
        return status;
    kill();
    while (waitpid(number, &status, 0) < 0 && errno == EINTR) { }
    number = -1;
    return status;
}

}
