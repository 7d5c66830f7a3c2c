#include "agent/calls/keeper.hpp"

#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <functional>
#include <utility>

// Inside of a keeper every descriptor has its own fixed number, and there are no others: one of another
// keeper's control pipe would keep that keeper's tool alive.
enum Descriptor : int { input, output, errors, report, control, descriptor_count };

// The kernel's own list, which needs no search through /proc.
std::vector<pid_t> children()
{
    std::string list;
    const std::string pid = std::to_string(getpid());
    const std::string name = "/proc/self/task/" + pid + "/children";
    if (const File file(open(name.c_str(), O_RDONLY | O_CLOEXEC)); file) {
        std::array<char, 4096> buffer {};
        for (ssize_t got = 0; (got = read(file.descriptor(), buffer.data(), buffer.size())) > 0;)
            list.append(buffer.data(), static_cast<std::size_t>(got));
    }
    std::vector<pid_t> result;
    const char* at = list.data();
    const char* const end = at + list.size();
    while (at != end) {
        pid_t child = 0;
        at = std::from_chars(at, end, child).ptr;
        if (child > 0)
            result.push_back(child);
        at = std::find_if(at, end, [](char c) { return c >= '0' && c <= '9'; });
    }
    return result;
}

using IsSpared = std::function<bool(pid_t child)>;

// Kills every child that is not spared, and reaps those that are dead already. Answers whether there was one.
static bool kill_listed(const IsSpared& is_spared)
{
    bool found = false;
    for (const pid_t child : children()) {
        if (is_spared(child))
            continue;
        found = true;
        kill(-child, SIGKILL); // its process group, where it leads one
        kill(child, SIGKILL);
        waitpid(child, nullptr, WNOHANG);
    }
    return found;
}

static bool has_children()
{
    siginfo_t info {};
    return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD;
}

// Answers whether no listed child is left.
static bool kill_all_but(const IsSpared& is_spared)
{
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + std::chrono::seconds(5);
    while (kill_listed(is_spared)) {
        if (Clock::now() > deadline)
            return false;
        poll(nullptr, 0, 1);
    }
    return true;
}

bool kill_children()
{
    // Where /proc is missing the list is empty, and that must not pass for an empty tree.
    return kill_all_but([](pid_t) { return false; }) && !has_children();
}

void kill_orphans(const std::vector<pid_t>& others)
{
    const pid_t session = getsid(0);
    kill_all_but([&](pid_t child) {
        return getsid(child) == session || std::find(others.begin(), others.end(), child) != others.end();
    });
}

[[noreturn]] static void become_tool(const Launch& launch, int start_error, pid_t keeper)
{
    std::vector<char*> argv;
    std::vector<char*> environment;
    for (const auto& argument : launch.argv)
        argv.push_back(const_cast<char*>(argument.c_str()));
    for (const auto& variable : launch.environment)
        environment.push_back(const_cast<char*>(variable.c_str()));
    argv.push_back(nullptr);
    environment.push_back(nullptr);

    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() == keeper) {
        reset_signals();
        execve(launch.program.c_str(), argv.data(), environment.data());
    }
    const int error = errno;
    [[maybe_unused]] const ssize_t written = write(start_error, &error, sizeof error);
    _exit(127);
}

static void close_all_but(std::array<int, descriptor_count> kept)
{
    std::sort(kept.begin(), kept.end());
    unsigned first = 0;
    for (const int descriptor : kept) {
        const auto number = static_cast<unsigned>(descriptor);
        if (number > first)
            close_range(first, number - 1, 0);
        first = number + 1;
    }
    close_range(first, ~0U, 0);
}

// Leaves exactly the descriptors of `ends`, under their fixed numbers. First out of the way, since one may
// stand where another has to go; and there may be no room for them before the others are closed.
static void arrange(const KeeperEnds& ends)
{
    std::array<int, descriptor_count> numbers {
        ends.input, ends.output, ends.errors, ends.report, ends.control};
    close_all_but(numbers);
    for (int& number : numbers)
        number = fcntl(number, F_DUPFD_CLOEXEC, 2 * descriptor_count);
    for (int index = 0; index < descriptor_count; ++index)
        dup3(numbers.at(static_cast<std::size_t>(index)), index, index < report ? 0 : O_CLOEXEC);
    close_range(descriptor_count, ~0U, 0);
}

// The tool's pid; or, in `start_error`, why there is none.
static pid_t start_tool(const Launch& launch, int& start_error)
{
    std::array<int, 2> ends {};
    const pid_t keeper = getpid();
    if (pipe2(ends.data(), O_CLOEXEC) != 0) {
        start_error = errno;
        return -1;
    }
    const pid_t tool = fork();
    if (tool == 0)
        become_tool(launch, ends[1], keeper);
    start_error = tool < 0 ? errno : 0;
    close(ends[1]);
    if (read(ends[0], &start_error, sizeof start_error) < 0)
        start_error = errno;
    close(ends[0]);
    for (const int end : {input, output, errors})
        close(end);
    return tool;
}

// Until the tool has ended, or everything is to end: then nobody asks for its status. Orphans that end
// meanwhile are reaped too.
static int wait_for(pid_t tool, int child_signals)
{
    for (;;) {
        std::array<pollfd, 2> watched {{{control, POLLIN, 0}, {child_signals, POLLIN, 0}}};
        poll(watched.data(), watched.size(), -1);
        signalfd_siginfo info {};
        [[maybe_unused]] const ssize_t got = read(child_signals, &info, sizeof info);
        int status = 0;
        for (pid_t ended = 0; (ended = waitpid(-1, &status, WNOHANG)) > 0;)
            if (ended == tool)
                return status;
        if (watched[0].revents != 0)
            return 0;
    }
}

static void keep(const Launch& launch, const KeeperEnds& ends)
{
    setsid();
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    prctl(PR_SET_NAME, "agentcli-keeper");
    arrange(ends);

    signal(SIGCHLD, SIG_DFL); // NOLINT(bugprone-*,cert-*): ignored, it would leave no exit status
    sigset_t child_ended;
    sigemptyset(&child_ended);
    sigaddset(&child_ended, SIGCHLD);
    sigprocmask(SIG_BLOCK, &child_ended, nullptr);
    const int child_signals = signalfd(-1, &child_ended, SFD_CLOEXEC | SFD_NONBLOCK);

    Report result;
    const pid_t tool = start_tool(launch, result.start_error);
    if (tool > 0)
        result.wait_status = wait_for(tool, child_signals);
    result.all_gone = kill_children();
    [[maybe_unused]] const ssize_t written = write(report, &result, sizeof result);
}

// No exception leaves the new process, which would then go on as a second agentcli.
[[noreturn]] static void keep_and_exit(const Launch& launch, const KeeperEnds& ends)
try {
    keep(launch, ends);
    _exit(0);
} catch (...) { // memory is short; what is left becomes agentcli's to kill
    _exit(1);
}

pid_t start_keeper(const Launch& launch, const KeeperEnds& ends)
{
    const pid_t keeper = fork();
    if (keeper < 0)
        throw system_error("cannot start a process");
    if (keeper == 0)
        keep_and_exit(launch, ends);
    return keeper;
}
