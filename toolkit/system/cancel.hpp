#pragma once

#include "toolkit/system/file.hpp"
#include "toolkit/system/interrupt.hpp"

#include <poll.h>

#include <chrono>
#include <deque>
#include <vector>

namespace toolkit::system {

// A client that may end what is under way by a message: the host of a run, or a screen.
class CancelSource {
public:
    CancelSource() = default;
    CancelSource(const CancelSource&) = delete;
    CancelSource& operator=(const CancelSource&) = delete;
    virtual ~CancelSource() = default;

    virtual int descriptor() const = 0;

    // Can be read now, or has ended: takes what is there without waiting, and keeps it. Returns
    // whether what is under way is to end. Throws nothing.
    virtual bool take_messages() = 0;

    // No more can be taken: the descriptor is not watched any longer.
    virtual bool has_ended() const = 0;
};

// Why what is under way has to end early: a signal, a deadline, or the client. Whoever waits polls
// descriptor() beside what is waited for, and when that is readable asks is_set(), which takes the
// client's messages; most of them end nothing, and the wait continues. One object per process,
// since it holds back the signals (toolkit/system/interrupt.hpp).
class Cancel {
public:
    enum class Reason { none, signal, deadline, client };

    Cancel();
    Cancel(const Cancel&) = delete;
    Cancel& operator=(const Cancel&) = delete;
    ~Cancel();

    // Sets the reason `deadline` after this time, in place of the deadline before; 0: never.
    void end_after(std::chrono::milliseconds time);

    // Takes messages from this source, too, which must outlive this.
    void listen_to(CancelSource& client);

    // What a client or a deadline has set is over: for the next turn. A signal stays, and so does
    // the end of a client.
    void reset();

    int descriptor() const { return watched.descriptor(); }

    // The first reason that has come up. A signal precedes what comes with it.
    Reason reason();
    bool is_set() { return reason() != Reason::none; }

    // The signal that has come, or 0.
    int signal() const { return signals.signal(); }

    // As of Interrupt.
    File hear(int number) { return signals.hear(number); }

    // Throws INTERNAL "interrupted" if a reason is set.
    void check();

    // Waits until a reason or a message of a client has come, which is_set() takes. May return
    // earlier.
    void wait_for_anything() const;

    // Waits until a reason is set or the time is over.
    void wait(std::chrono::milliseconds time);

private:
    struct Listened {
        CancelSource* source; // null: it has ended
        File always = {}; // readable: in place of a regular file, which can't be watched
    };

    bool is_time_up() const;
    void watch(int descriptor);
    bool take_messages();
    bool take_messages_of(Listened& listened);

    Interrupt signals;
    File timer;
    File watched; // an epoll instance: of the signals, the timer and the clients
    std::deque<Listened> sources; // whose places stay
    Reason known = Reason::none;
};

constexpr std::chrono::milliseconds no_limit {-1};

// Waits until a descriptor is ready for one of `events` (POLLIN, POLLOUT; 0: for neither), has
// failed or is at its end, or until `time` is over. Returns its revents, as poll(2) has them; 0 if
// the time is over, a signal has come, or the descriptor is -1.
short wait_for(int descriptor, short events, std::chrono::milliseconds time = no_limit);

// Returns true if a read would not wait: there are bytes, or the end, or an error.
inline bool is_readable(int descriptor)
{
    return wait_for(descriptor, POLLIN, std::chrono::milliseconds(0)) != 0;
}

// The descriptors and the deadline that a loop waits for: each part of the program adds its own,
// and one call of wait() waits for the first of all of them.
struct Watch {
    using Clock = std::chrono::steady_clock;

    std::vector<pollfd> descriptors = {};
    Clock::time_point deadline = Clock::time_point::max();

    void readable(int descriptor) { descriptors.push_back({descriptor, POLLIN, 0}); }
    void writable(int descriptor) { descriptors.push_back({descriptor, POLLOUT, 0}); }
    void until(Clock::time_point time);

    bool is_empty() const { return descriptors.empty() && deadline == Clock::time_point::max(); }

    // Returns when one of the descriptors is ready or the deadline has passed; or earlier.
    void wait();

    // Returns the revents that wait() has found for a descriptor; 0 if it was not added.
    short events_of(int descriptor) const;
    bool is_ready(int descriptor) const { return events_of(descriptor) != 0; }
};

}
