#include "toolkit/system/interrupt.hpp"

#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"

#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <ctime>
#include <vector>

namespace toolkit::system {

// Returns the signals that end a process by default and do not report a fault of its own code.
static std::vector<int> signals_to_hold_back()
{
    std::vector<int> numbers {SIGINT, SIGTERM, SIGHUP, SIGALRM, SIGQUIT, SIGUSR1, SIGUSR2, SIGXCPU,
        SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGSTKFLT};
    for (int number = SIGRTMIN; number <= SIGRTMAX; ++number) // known at run time only
        numbers.push_back(number);
    return numbers;
}

static const std::vector<int>& held_back()
{
    static const std::vector<int> numbers = signals_to_hold_back();
    return numbers;
}

static std::vector<int> heard; // see Interrupt::hear()

static bool is_heard(int number)
{
    return std::find(heard.begin(), heard.end(), number) != heard.end();
}

static bool is_ignored(int number)
{
    struct sigaction action { };
    return sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

// Ignored signals are left out: if it were blocked, an ignored signal would stay pending, and would
// end a process that should outlive its terminal.
static sigset_t held_back_set()
{
    sigset_t set;
    sigemptyset(&set);
    for (const int number : held_back())
        if (!is_ignored(number) && !is_heard(number))
            sigaddset(&set, number);
    return set;
}

static void set_action(int number, void (*action)(int))
{
    struct sigaction wanted { };
    wanted.sa_handler = action;
    sigaction(number, &wanted, nullptr);
}

static void unblock_all()
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
}

void begin_with_usual_signals()
{
    for (const int number : {SIGCHLD, SIGTERM, SIGALRM})
        set_action(number, SIG_DFL);
    for (const int number : {SIGPIPE, SIGXFSZ})
        set_action(number, SIG_IGN);
    unblock_all();
}

void reset_signals()
{
    for (int number = 1; number < NSIG; ++number)
        set_action(number, SIG_DFL); // fails for SIGKILL, SIGSTOP, and the signals of the C library
    unblock_all();
}

// Returns the held-back signals that are blocked now, except SIGALRM: a run whose time is up still
// reports, an interrupted one does not.
static sigset_t ending_set()
{
    sigset_t blocked;
    sigprocmask(SIG_SETMASK, nullptr, &blocked);
    sigset_t set;
    sigemptyset(&set);
    for (const int number : held_back())
        if (number != SIGALRM && sigismember(&blocked, number) == 1 && !is_heard(number))
            sigaddset(&set, number);
    return set;
}

Interrupt::Interrupt()
{
    const sigset_t set = held_back_set();
    sigprocmask(SIG_BLOCK, &set, nullptr);
    signals = File(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!signals)
        throw system_error("cannot watch for signals");
}

// The signal is never taken off the queue, so that the descriptor stays readable for the next
// waiter.
static int pending_signal()
{
    sigset_t pending;
    sigpending(&pending);
    for (const int number : held_back())
        if (sigismember(&pending, number) == 1 && !is_heard(number))
            return number;
    return 0;
}

int Interrupt::signal() const { return pending_signal(); }

int Interrupt::take()
{
    constexpr std::array numbers {SIGINT, SIGTERM, SIGHUP};
    sigset_t pending;
    sigset_t wanted;
    sigpending(&pending);
    sigemptyset(&wanted);
    for (const int number : held_back())
        if (sigismember(&pending, number) == 1 && !is_heard(number)) {
            if (std::find(numbers.begin(), numbers.end(), number) == numbers.end())
                return 0;
            sigaddset(&wanted, number);
        }
    const timespec at_once {};
    int taken = 0;
    for (int number = 0; (number = sigtimedwait(&wanted, nullptr, &at_once)) > 0;)
        taken = taken == 0 ? number : taken;
    return taken;
}

File Interrupt::hear(int number)
{
    heard.push_back(number);
    const sigset_t others = held_back_set();
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, number);
    File result(signalfd(-1, &one, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!result || signalfd(signals.descriptor(), &others, 0) < 0)
        throw system_error("cannot watch for signals");
    return result;
}

static int hurrying = -1; // the descriptor of the deadline

void hurry_when_readable(int deadline) { hurrying = deadline; }

static bool has_to_hurry() { return pending_signal() != 0 || is_readable(hurrying); }

// Waits have short steps, since a signal that is held back does not interrupt them.
static constexpr std::chrono::milliseconds between_looks {20};

bool wait_for_room(int descriptor, std::chrono::milliseconds patience)
{
    using Clock = std::chrono::steady_clock;
    auto deadline = Clock::now() + patience;
    bool is_hurried = false;
    for (;;) {
        if (wait_for(descriptor, POLLOUT, between_looks) != 0)
            return true;
        if (!is_hurried && has_to_hurry()) {
            is_hurried = true;
            deadline = std::min(deadline, Clock::now() + std::chrono::milliseconds(500));
        }
        if (Clock::now() >= deadline)
            return false;
    }
}

static void end_by_pending_signal()
{
    const sigset_t ending = ending_set();
    sigprocmask(SIG_UNBLOCK, &ending, nullptr);
    sigprocmask(SIG_BLOCK, &ending, nullptr);
}

bool wait_for_bytes(int descriptor)
{
    while (!has_to_hurry())
        if (wait_for(descriptor, POLLIN, between_looks) != 0)
            return true;
    end_by_pending_signal();
    return false;
}

// Takes signals that have arrived before off the queue, since their handler may still have output
// to write. The destructor makes them pending again.
EndedBySignals::EndedBySignals()
    : ending(ending_set())
    , come_before {}
{
    const timespec at_once {};
    sigemptyset(&come_before);
    for (int number = 0; (number = sigtimedwait(&ending, nullptr, &at_once)) > 0;)
        sigaddset(&come_before, number);
    sigprocmask(SIG_UNBLOCK, &ending, nullptr);
}

EndedBySignals::~EndedBySignals()
{
    sigprocmask(SIG_BLOCK, &ending, nullptr);
    for (const int number : held_back())
        if (sigismember(&come_before, number) == 1)
            kill(getpid(), number);
}

}
