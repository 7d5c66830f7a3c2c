#include "frontends/workflow/journal_timer.hpp"

#include <sys/timerfd.h>
#include <unistd.h>

#include <cstdint>

namespace frontends::workflow {

JournalTimer::JournalTimer(RunDirectory& run)
    : run(run)
    , timer(timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK))
{
    if (!timer)
        throw system::system_error("cannot make a timer");
}

void JournalTimer::set()
{
    if (failure)
        throw ToolError(*failure);
    const auto due = run.synchronisation_due();
    if (!due || is_set)
        return;
    const auto milliseconds = due->count() + 1; // 0 would disarm the timer
    const itimerspec once {{}, {milliseconds / 1000, milliseconds % 1000 * 1'000'000}};
    is_set = timerfd_settime(timer.descriptor(), 0, &once, nullptr) == 0;
}

bool JournalTimer::take_messages()
{
    std::uint64_t count = 0;
    if (read(timer.descriptor(), &count, sizeof count) > 0)
        is_set = false;
    try {
        run.synchronise_if_due();
        set();
    } catch (const ToolError& error) {
        failure = error;
    }
    return false;
}

}
