#include "toolkit/system/lock.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/time.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <tuple>

namespace toolkit::system {

namespace {

constexpr time_t max_wait_seconds = 10;

volatile std::sig_atomic_t time_is_up = 0;

void set_timer(time_t seconds)
{
    // After the time is up, the timer fires every second: a single signal could arrive between the
    // check of the flag and flock().
    const itimerval timer {.it_interval = {.tv_sec = seconds > 0 ? 1 : 0, .tv_usec = 0},
        .it_value = {.tv_sec = seconds, .tv_usec = 0}};
    setitimer(ITIMER_REAL, &timer, nullptr);
}

}

void prepare_to_lock()
{
    struct sigaction action { };
    action.sa_handler = [](int) { time_is_up = 1; };
    sigaction(SIGALRM, &action, nullptr); // no SA_RESTART, so that flock() is interrupted
    sigset_t alarm; // the parent may have blocked it
    sigemptyset(&alarm);
    sigaddset(&alarm, SIGALRM);
    sigprocmask(SIG_UNBLOCK, &alarm, nullptr);
}

void lock_directory(const File& directory, std::string_view name)
{
    if (try_to_lock(directory))
        return;
    time_is_up = 0;
    set_timer(max_wait_seconds);
    int error = errno;
    while (error == EWOULDBLOCK || (error == EINTR && time_is_up == 0))
        error = flock(directory.descriptor(), LOCK_EX) == 0 ? 0 : errno;
    set_timer(0);
    if (error == EINTR)
        throw ToolError(Code::timed_out,
            "waited 10 s to change " + text::in_quotes(name)
                + ", while another program holds the lock of its directory",
            "try again later");
    if (error != 0)
        throw system_error("cannot lock the directory of " + text::in_quotes(name), error);
}

bool try_to_lock(const File& directory) noexcept
{
    return flock(directory.descriptor(), LOCK_EX | LOCK_NB) == 0;
}

std::vector<File> lock_directories(const std::vector<ToLock>& directories, Wait wait)
{
    std::vector<std::tuple<dev_t, ino_t, const ToLock*>> order;
    for (const auto& wanted : directories) {
        const struct stat status = status_of(*wanted.directory, wanted.name);
        order.emplace_back(status.st_dev, status.st_ino, &wanted);
    }
    std::sort(order.begin(), order.end());
    std::vector<File> locks;
    for (std::size_t index = 0; index < order.size(); ++index) {
        const auto& [device, inode, wanted] = order[index];
        // A second lock on the same directory would wait for the first one.
        if (index > 0 && device == std::get<0>(order[index - 1])
            && inode == std::get<1>(order[index - 1]))
            continue;
        // Opened again, because a lock is held as long as any descriptor of the same opening
        // exists.
        locks.push_back(open_in(*wanted->directory, ".", O_RDONLY | O_DIRECTORY));
        if (!locks.back())
            throw system_error("cannot lock the directory of " + text::in_quotes(wanted->name));
        if (wait == Wait::as_above)
            lock_directory(locks.back(), wanted->name);
        else if (!try_to_lock(locks.back()))
            throw ToolError(Code::timed_out,
                "another program holds the lock of the directory of "
                    + text::in_quotes(wanted->name));
    }
    return locks;
}

}
