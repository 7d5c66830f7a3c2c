#include "toolkit/process/supervision.hpp"

#include "toolkit/system/cancel.hpp"

#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>

namespace toolkit::process {

static File signals_of_children()
{
    sigset_t children;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    return File(signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK));
}

ChildEvents::ChildEvents()
    : file(signals_of_children())
{
}

void ChildEvents::watch(system::Watch& watch) const
{
    constexpr std::chrono::milliseconds between_looks {5};
    if (file)
        watch.readable(file.descriptor());
    else
        watch.until(system::Watch::Clock::now() + between_looks);
}

void ChildEvents::take() const
{
    signalfd_siginfo event;
    while (file && read(file.descriptor(), &event, sizeof event) > 0) { }
}

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// The time between two checks of the children if the kernel does not report their changes.
constexpr milliseconds max_between_looks {1000};

class Supervisor {
public:
    Supervisor(pid_t program, const File& orders, const SupervisionRules& how)
        : program(program)
        , orders(orders)
        , how(how)
    {
    }

    Supervised run()
    {
        bool has_children = reap();
        for (; has_children && !has_ended && !is_ordered; has_children = reap())
            wait(max_between_looks);
        const Clock::time_point end = Clock::now() + how.grace;
        for (; has_children && !is_ordered && Clock::now() < end; has_children = reap())
            wait(milliseconds(10));
        std::vector<std::string> names;
        if (has_children && how.names_others)
            names = name_descendants(program);
        const milliseconds before_kill
            = was_passed_term && !has_ended ? milliseconds(0) : how.before_kill;
        const Killed killed = kill_descendants({how.reach, before_kill, how.patience, program});
        // A parent that is dying can still reap a child, which is then not counted here.
        const int others = std::max(static_cast<int>(names.size()), killed.count);
        return {has_ended ? status : killed.status.value_or(SIGKILL), others, killed.all_gone,
            std::move(names)};
    }

private:
    // Reaps children that have ended. Returns true if any child is left.
    bool reap()
    {
        for (;;) {
            int child_status = 0;
            const pid_t child = waitpid(-1, &child_status, WNOHANG);
            if (child <= 0)
                return child == 0;
            if (!detach_stopped(child, child_status) && child == program) {
                status = child_status;
                has_ended = true;
            }
        }
    }

    void wait(milliseconds most)
    {
        system::Watch watch;
        child_events.watch(watch);
        watch.readable(orders.descriptor());
        watch.until(Clock::now() + most);
        watch.wait();
        child_events.take();
        is_ordered = watch.is_ready(orders.descriptor()) && !pass_signal();
    }

    // Passes on the next signal. Returns false if there is only the order to end.
    bool pass_signal()
    {
        unsigned char signal = 0;
        if (!how.passes_signals || read(orders.descriptor(), &signal, 1) != 1 || signal == 0)
            return false;
        was_passed_term = was_passed_term || signal == SIGTERM;
        if (!has_ended && kill(-program, signal) != 0)
            kill(program, signal);
        return true;
    }

    pid_t program;
    const File& orders;
    const SupervisionRules& how;
    ChildEvents child_events;
    int status = 0;
    bool has_ended = false;
    bool is_ordered = false;
    bool was_passed_term = false;
};

}

void become_supervisor(const char* name)
{
    setsid();
    prctl(PR_SET_NAME, name);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, nullptr);
    signal(SIGCHLD, SIG_DFL); // NOLINT(bugprone-*,cert-*): ignored, it would leave no exit status
}

Supervised supervise(pid_t program, const File& orders, const SupervisionRules& how)
{
    return Supervisor(program, orders, how).run();
}

}
