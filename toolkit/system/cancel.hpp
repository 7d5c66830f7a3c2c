#pragma once

#include "toolkit/system/file.hpp"
#include "toolkit/system/interrupt.hpp"

#include <poll.h>

#include <chrono>
#include <deque>
#include <vector>

namespace toolkit::system {

// A client that may end the current work by a message: the host of a run, or a screen.
class CancelSource {
public:
    CancelSource() = default;
    CancelSource(const CancelSource&) = delete;
    CancelSource& operator=(const CancelSource&) = delete;
    virtual ~CancelSource() = default;

    virtual int descriptor() const = 0;

    // Reads the messages that have arrived without waiting, and keeps them. To be called when the
    // descriptor is readable or at its end. Returns true if the current work is to end. Must not
    // throw.
    virtual bool take_messages() = 0;

    // Returns true once no more messages can arrive. The descriptor is then no longer watched.
    virtual bool has_ended() const = 0;
};

// The reason why the current work has to end early: a signal, a deadline, or a client. Code that
// waits polls descriptor() together with its own descriptors. If descriptor() is readable, it calls
// is_set(), which reads the messages of clients; most messages end nothing, and the wait continues.
// One object per process, since it holds back the signals (toolkit/system/interrupt.hpp).
class Cancel {
public:
    enum class Reason { none, signal, deadline, client };

    Cancel();
    Cancel(const Cancel&) = delete;
    Cancel& operator=(const Cancel&) = delete;
    ~Cancel();

    // Sets a deadline after this time, in place of the previous deadline; 0: none.
    void end_after(std::chrono::milliseconds time);

    // Reads the messages of this source as well. The source must outlive this object.
    void listen_to(CancelSource& client);

    // Clears a reason that a client or the deadline has set, before the next turn. A signal stays,
    // and so does the end of a client.
    void reset();

    int descriptor() const { return watched.descriptor(); }

    // Returns the first reason that has occurred. If several have occurred together, a signal comes
    // first.
    Reason reason();
    bool is_set() { return reason() != Reason::none; }

    // True if a client has asked for the end, and no signal or deadline has followed. Only then can
    // descriptor() be waited for again: it is readable when there are further messages, which
    // is_asked_again() reads.
    bool can_be_asked_again() const
    {
        return known == Reason::client && signals.signal() == 0 && !is_time_up();
    }

    // Reads the messages that clients have sent since the end was asked for. Returns true if one of
    // them asks for it once more.
    bool is_asked_again() { return can_be_asked_again() && take_messages(); }

    // Returns the signal that has arrived, or 0.
    int signal() const { return signals.signal(); }

    // Takes the signals SIGINT, SIGTERM and SIGHUP that have arrived, so that the work that must
    // still be done is ended only by a further signal. Returns one of them; 0 if none has arrived,
    // or one of another kind, too. The caller sends it to this process again when it has done that
    // work.
    int take_signal();

    // See Interrupt::hear().
    File hear(int number) { return signals.hear(number); }

    // Throws INTERNAL "interrupted" if a reason is set.
    void check();

    // Waits until a reason is set or a client has sent a message, which is_set() reads. May return
    // earlier.
    void wait_for_anything() const;

    // Waits until a reason is set or the time is over.
    void wait(std::chrono::milliseconds time);

private:
    struct Listened {
        CancelSource* source; // null: it has ended
        File always = {}; // always readable: replaces a regular file, which cannot be watched
    };

    bool is_time_up() const;
    void watch(int descriptor);
    bool take_messages();
    bool take_messages_of(Listened& listened);

    Interrupt signals;
    File timer;
    File watched; // an epoll instance with the signals, the timer and the clients
    std::deque<Listened> sources; // a deque, so that elements keep their addresses
    Reason known = Reason::none;
};

constexpr std::chrono::milliseconds no_limit {-1};

// Waits until a descriptor is ready for one of `events` (POLLIN, POLLOUT; 0: neither), has failed
// or is at its end, or until `time` is over. Returns its revents as poll(2) does. Returns 0 if the
// time is over, a signal has arrived, or the descriptor is -1.
short wait_for(int descriptor, short events, std::chrono::milliseconds time = no_limit);

// Returns true if a read would not wait: there are bytes, the end, or an error.
inline bool is_readable(int descriptor)
{
    return wait_for(descriptor, POLLIN, std::chrono::milliseconds(0)) != 0;
}

// The descriptors and the deadline that a loop waits for. Each part of the program adds its own,
// and a single call of wait() waits for the first of all of them.
struct Watch {
    using Clock = std::chrono::steady_clock;

    std::vector<pollfd> descriptors = {};
    Clock::time_point deadline = Clock::time_point::max();

    void readable(int descriptor) { descriptors.push_back({descriptor, POLLIN, 0}); }
    void writable(int descriptor) { descriptors.push_back({descriptor, POLLOUT, 0}); }
    void until(Clock::time_point time);

    bool is_empty() const { return descriptors.empty() && deadline == Clock::time_point::max(); }

    // Waits until one of the descriptors is ready or the deadline has passed. May return earlier.
    void wait();

    // Returns the revents that wait() has found for a descriptor; 0 if the descriptor was not
    // added.
    short events_of(int descriptor) const;
    bool is_ready(int descriptor) const { return events_of(descriptor) != 0; }
};

}
