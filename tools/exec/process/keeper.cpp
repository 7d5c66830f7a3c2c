#include "keeper.hpp"

#include "command.hpp"

#include "toolkit/system/error.hpp"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// What a command leaves running gets this long to end by itself: a pipeline's last process may still be
// printing.
constexpr milliseconds grace {100};
// Between two looks at the children, should the kernel tell nothing of them.
constexpr milliseconds most_between_looks {1000};
constexpr milliseconds between_looks_without_events {5};
// For a process in a system call that can't be interrupted: an unreachable network file system.
constexpr std::chrono::seconds patience {10};

class Keeper {
public:
    Keeper(pid_t command, Reach reach, const File& orders)
        : command(command)
        , reach(reach)
        , orders(orders)
    {
        sigset_t children;
        sigemptyset(&children);
        sigaddset(&children, SIGCHLD);
        child_events = File(signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK));
    }

    // Until the command has ended, or an order came; then until nothing of it is left.
    Report keep()
    {
        while (reap() && !has_ended && !is_ordered)
            wait(most_between_looks);
        const Clock::time_point end = Clock::now() + grace;
        while (!is_ordered && reap() && Clock::now() < end)
            wait(milliseconds(10));
        const std::vector<std::string> names = name_descendants(command);
        const int killed = kill_descendants(reach, Clock::now() + patience);
        // A parent that is dying can still reap a child, which is then not seen here.
        const int others
            = std::max(static_cast<int>(names.size()), has_ended ? killed : std::max(killed - 1, 0));
        Report report {Report::ended, Report::to_fork, 0, has_ended ? status : SIGKILL, others};
        put_names(names, report);
        return report;
    }

private:
    static void put_names(const std::vector<std::string>& names, Report& report)
    {
        for (std::size_t at = 0; at < std::min(names.size(), report.names.size()); ++at)
            names[at].copy(report.names[at].data(), report.names[at].size() - 1);
    }

    // Is any child left?
    bool reap()
    {
        for (;;) {
            int child_status = 0;
            const pid_t child = waitpid(-1, &child_status, WNOHANG);
            if (child <= 0)
                return child == 0;
            if (WIFSTOPPED(child_status)) {
                // Only one that asked to be traced by its parent: nobody here does.
                const int signal = WSTOPSIG(child_status);
                ptrace(PTRACE_DETACH, child, nullptr, signal == SIGTRAP ? 0 : signal);
            } else if (child == command) {
                status = child_status;
                has_ended = true;
            }
        }
    }

    void wait(milliseconds most)
    {
        std::array<pollfd, 2> events {
            {{child_events.descriptor(), POLLIN, 0}, {orders.descriptor(), POLLIN, 0}}};
        const milliseconds bound = child_events ? most : std::min(most, between_looks_without_events);
        poll(events.data(), events.size(), static_cast<int>(bound.count()));
        signalfd_siginfo event;
        while (child_events && read(child_events.descriptor(), &event, sizeof event) > 0) { }
        is_ordered = events[1].revents != 0;
    }

    pid_t command;
    Reach reach;
    const File& orders;
    File child_events;
    int status = 0;
    bool has_ended = false;
    bool is_ordered = false;
};

void close_standard_descriptors()
{
    for (int descriptor = 0; descriptor <= STDERR_FILENO; ++descriptor)
        close(descriptor);
}

}

void stand_alone()
{
    setsid();
    prctl(PR_SET_NAME, "exec-keeper");
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, nullptr);
    signal(SIGCHLD, SIG_DFL); // or children would be reaped by the kernel, their status lost
}

void report(const File& reports, const Report& what)
{
    while (write(reports.descriptor(), &what, sizeof what) < 0 && errno == EINTR) { }
}

void keep(const Program& program, const Enclosure& enclosure, Ends& ends, Reach reach)
{
    const pid_t keeper = getpid();
    const pid_t command = fork();
    if (command == 0)
        become_command(program, enclosure, keeper,
            {ends.input.to_read, ends.output.to_write, ends.errors.to_write, ends.reports.to_write});
    for (File* file : {&ends.input.to_read, &ends.output.to_write, &ends.errors.to_write})
        file->close();
    close_standard_descriptors();
    if (command < 0) {
        report(ends.reports.to_write, {Report::failed, Report::to_fork, errno, 0, 0});
        return;
    }
    // First: however many temporary files there are, the tool knows that the keeper is not late.
    report(ends.reports.to_write, Keeper(command, reach, ends.orders.to_read).keep());
    enclosure.temporary().remove(Clock::time_point::max());
}

pid_t start_kept(const Program& program, const Enclosure& enclosure, Lines& lines)
{
    Ends ends;
    prctl(PR_SET_CHILD_SUBREAPER, 1); // should the keeper itself be killed
    const pid_t keeper = fork();
    if (keeper < 0)
        throw system_error("cannot start a process");
    if (keeper == 0) {
        try {
            stand_alone();
            ends.close_those_of_the_tool();
            keep(program, enclosure, ends,
                enclosure.enter_keeper() ? Reach::descendants_only : Reach::unknown);
        } catch (const std::exception&) {
            report(ends.reports.to_write, {Report::failed, Report::to_confine, EPERM, 0, 0});
        }
        _exit(0);
    }
    lines = ends.take_those_of_the_tool();
    return keeper;
}
