#pragma once

#include "toolkit/system/file.hpp"

#include <chrono>
#include <csignal>

namespace toolkit::system {

// How a program should find its signals, whatever its parent ignored or blocked. To be called first
// in main(): SIGCHLD, SIGTERM and SIGALRM have their default action, since a child whose parent
// ignores SIGCHLD has no exit status; SIGPIPE and SIGXFSZ are ignored, so that a write fails
// instead; none is blocked. All others are left as they are: SIGINT and SIGHUP that were ignored at
// the start (nohup, `&` in a script) stay ignored.
void begin_with_usual_signals();

// Right before a program is started: each signal has its default action, and none is blocked.
void reset_signals();

// Holds back, from construction on, the signals that end a process by default (SIGINT, SIGTERM,
// SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGXCPU, the real-time signals ...), unless they are ignored,
// so that a waiting caller can end in order: it polls descriptor(), which becomes readable, and
// stays so, when one has come.
class Interrupt {
public:
    Interrupt();

    int descriptor() const { return signals.descriptor(); }

    // The signal that has come, or 0.
    int signal() const;

    // From now on this signal ends nothing: it is heard of by the descriptor that is returned, a
    // signalfd(2).
    File hear(int number);

private:
    File signals;
};

// Waits until a descriptor takes bytes, for at most `patience`, and for at most half a second once
// one of these signals has come or the deadline has passed. Answers whether it does. An error of
// the descriptor is for the write to find.
bool wait_for_room(int descriptor, std::chrono::milliseconds patience);

// Waits until a descriptor has bytes or is at its end. A pending or arriving signal of these ends
// the process, as it does by default: call this only while there is nothing to clean up. Returns
// false once the deadline has passed or SIGALRM has come.
bool wait_for_bytes(int descriptor);

// The descriptor of that deadline, which is readable once it has passed; -1: there is none.
void hurry_when_readable(int deadline);

// For a reader who may take as long as he likes.
constexpr std::chrono::hours boundless {24 * 365};

// As long as it lives, these signals, but for SIGALRM, end the process at once, as they do by
// default: for a write that may wait for a reader, while there is nothing else to end. One that had
// come before does not, and is there again afterwards: what an interrupted run has to say is said,
// and a second signal ends it where nobody reads.
class EndedBySignals {
public:
    EndedBySignals();
    EndedBySignals(const EndedBySignals&) = delete;
    EndedBySignals& operator=(const EndedBySignals&) = delete;
    ~EndedBySignals();

private:
    sigset_t ending;
    sigset_t come_before;
};

}
