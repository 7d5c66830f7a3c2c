#include "toolkit/system/own_process.hpp"

#include <poll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <optional>
#include <string_view>

namespace toolkit::system {

std::string environment_variable(const char* name)
{
    const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody sets it
    return value != nullptr ? value : "";
}

static void erase_texts(char** texts)
{
    for (; texts != nullptr && *texts != nullptr; ++texts)
        explicit_bzero(*texts, std::strlen(*texts));
}

void erase_arguments_and_environment(char** argv)
{
    if (argv != nullptr && *argv != nullptr)
        erase_texts(argv + 1);
    erase_texts(environ);
    static std::array<char*, 1> none {};
    environ = none.data();
}

}

namespace toolkit::system {

static std::optional<rlimit>& limit_before()
{
    static std::optional<rlimit> limit;
    return limit;
}

// The sanitizers reserve more address space than any limit.
void limit_memory([[maybe_unused]] std::size_t bytes)
{
#ifndef SANITIZED
    rlimit limit {};
    if (limit_before() || getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur <= bytes)
        return;
    limit_before() = limit;
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_AS, &limit);
#endif
}

void lift_memory_limit()
{
    if (limit_before())
        setrlimit(RLIMIT_AS, &*limit_before());
}

bool has_memory_limit() { return limit_before().has_value(); }

}

namespace toolkit::system {

// The state of the signal handler:
static volatile std::sig_atomic_t ticks_since_check = 0;
static volatile std::sig_atomic_t has_known_reason = 0;
static std::array<int, 2> watched_reasons {-1, -1};
static int status_of_deadline = 0;

static int first_pending()
{
    sigset_t pending;
    sigpending(&pending);
    for (int number = 1; number < NSIG; ++number)
        if (sigismember(&pending, number) == 1)
            return number;
    return 0;
}

static void tick(int /*number*/)
{
    static constexpr int most = 4;
    static constexpr int base_of_signals = 128;
    static constexpr std::string_view words = "ended within a computation\n";
    const int error = errno;
    const int deadline = status_of_deadline != 0 ? watched_reasons[1] : -1;
    std::array<pollfd, 2> watched {{{watched_reasons[0], POLLIN, 0}, {deadline, POLLIN, 0}}};
    const bool is_due = has_known_reason == 0 && poll(watched.data(), watched.size(), 0) > 0;
    ticks_since_check = is_due ? ticks_since_check + 1 : 0;
    if (ticks_since_check >= most) {
        const bool is_signal = watched[0].revents != 0;
        const auto written = write(STDERR_FILENO, words.data(), words.size());
        static_cast<void>(written);
        _exit(is_signal ? base_of_signals + first_pending() : status_of_deadline);
    }
    errno = error;
}

void start_watchdog(int status_after_deadline)
{
    static constexpr long half_a_second = 500'000'000;
    static constexpr itimerspec often {{0, half_a_second}, {0, half_a_second}};
    status_of_deadline = status_after_deadline;
    struct sigaction action { };
    action.sa_handler = tick;
    action.sa_flags = SA_RESTART;
    sigevent event {};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGURG; // ignored by default
    timer_t ticks {};
    if (sigaction(event.sigev_signo, &action, nullptr) == 0
        && timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &ticks) == 0)
        timer_settime(ticks, 0, &often, nullptr);
}

void watch_reasons(const std::array<int, 2>& descriptors) { watched_reasons = descriptors; }

void note_cancel_check(bool has_reason)
{
    ticks_since_check = 0;
    has_known_reason = has_reason ? 1 : 0;
}

}
