#include "toolkit/system/cancel.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/own_process.hpp"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <utility>

namespace toolkit::system {

static void require(bool is_good)
{
    if (!is_good)
        throw system_error("cannot watch for signals");
}

Cancel::Cancel()
    : timer(timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK))
    , watched(epoll_create1(EPOLL_CLOEXEC))
{
    require(static_cast<bool>(timer) && static_cast<bool>(watched));
    watch(signals.descriptor());
    watch(timer.descriptor());
    hurry_when_readable(timer.descriptor());
    watch_reasons({signals.descriptor(), timer.descriptor()});
}

Cancel::~Cancel()
{
    hurry_when_readable(-1);
    watch_reasons({-1, -1});
}

void Cancel::watch(int descriptor)
{
    epoll_event event {};
    event.events = EPOLLIN;
    require(epoll_ctl(watched.descriptor(), EPOLL_CTL_ADD, descriptor, &event) == 0);
}

void Cancel::end_after(std::chrono::milliseconds time)
{
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time);
    const std::chrono::nanoseconds rest = time - seconds;
    const itimerspec once {{}, {seconds.count(), rest.count()}};
    require(timerfd_settime(timer.descriptor(), 0, &once, nullptr) == 0);
}

void Cancel::listen_to(CancelSource& client)
{
    Listened listened {&client};
    epoll_event event {};
    event.events = EPOLLIN;
    if (epoll_ctl(watched.descriptor(), EPOLL_CTL_ADD, client.descriptor(), &event) != 0) {
        require(errno == EPERM);
        listened.always = File(eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK));
        require(static_cast<bool>(listened.always));
        watch(listened.always.descriptor());
    }
    sources.push_back(std::move(listened));
}

void Cancel::reset()
{
    end_after(std::chrono::milliseconds(0));
    known = Reason::none;
    note_cancel_check(false);
}

// The descriptor stays readable, because nothing is read from it.
bool Cancel::is_time_up() const { return is_readable(timer.descriptor()); }

// Messages may lead to a nested call of this function.
bool Cancel::take_messages_of(Listened& listened)
{
    CancelSource* const source = listened.source;
    if (source == nullptr)
        return false;
    const int descriptor = listened.always ? listened.always.descriptor() : source->descriptor();
    if (!is_readable(descriptor))
        return false;
    const bool is_end = source->take_messages();
    if (listened.source != nullptr && source->has_ended()) {
        epoll_ctl(watched.descriptor(), EPOLL_CTL_DEL, descriptor, nullptr);
        listened.source = nullptr;
    }
    return is_end;
}

bool Cancel::take_messages()
{
    bool is_end = false;
    for (std::size_t at = 0; at < sources.size(); ++at) // the list may grow meanwhile
        is_end = take_messages_of(sources[at]) || is_end;
    return is_end;
}

Cancel::Reason Cancel::reason()
{
    note_cancel_check(known != Reason::none);
    if (known != Reason::none || !is_readable(watched.descriptor()))
        return known;
    if (signals.signal() != 0)
        known = Reason::signal;
    else if (is_time_up())
        known = Reason::deadline;
    else if (take_messages())
        known = Reason::client;
    note_cancel_check(known != Reason::none);
    return known;
}

int Cancel::take_signal()
{
    const int number = signals.take();
    if (number != 0 && known == Reason::signal) {
        known = Reason::none;
        note_cancel_check(false);
    }
    return number;
}

void Cancel::check()
{
    if (is_set())
        throw ToolError(Code::internal, "interrupted");
}

void Cancel::wait_for_anything() const { wait_for(watched.descriptor(), POLLIN); }

void Cancel::wait(std::chrono::milliseconds time)
{
    const auto end = std::chrono::steady_clock::now() + time;
    while (!is_set()) {
        const auto left
            = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
        if (left.count() <= 0)
            return;
        wait_for(watched.descriptor(), POLLIN, left);
    }
}

// Uses ppoll(2), the only one that the sandboxes of tools allow; poll(2) is not the same system
// call on every machine. Returns false if no descriptor is ready, or if that is unknown.
static bool poll_for(pollfd* descriptors, std::size_t count, std::chrono::nanoseconds time)
{
    const auto whole = std::chrono::duration_cast<std::chrono::seconds>(time);
    const timespec limit {static_cast<time_t>(whole.count()),
        static_cast<long>(std::chrono::nanoseconds(time - whole).count())};
    return ppoll(descriptors, count, time < time.zero() ? nullptr : &limit, nullptr) > 0;
}

short wait_for(int descriptor, short events, std::chrono::milliseconds time)
{
    pollfd watched {descriptor, events, 0};
    return poll_for(&watched, 1, time) ? watched.revents : short {0};
}

void Watch::until(Clock::time_point time) { deadline = std::min(deadline, time); }

void Watch::wait()
{
    constexpr Clock::duration longest = std::chrono::hours(24 * 365);
    const auto left = std::clamp(deadline - Clock::now(), Clock::duration::zero(), longest);
    const bool is_limited = deadline != Clock::time_point::max();
    if (!poll_for(descriptors.data(), descriptors.size(), is_limited ? left : no_limit))
        for (pollfd& one : descriptors)
            one.revents = 0;
}

short Watch::events_of(int descriptor) const
{
    const auto found = std::find_if(descriptors.begin(), descriptors.end(),
        [&](const pollfd& one) { return descriptor >= 0 && one.fd == descriptor; });
    return found == descriptors.end() ? short {0} : found->revents;
}

}
