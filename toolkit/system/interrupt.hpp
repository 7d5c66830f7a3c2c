#pragma once

#include "toolkit/system/file.hpp"

#include <chrono>
#include <csignal>

namespace toolkit::system {

// Sets the signals to a known state, whatever the parent ignored or blocked. To be called first in
// main(). SIGCHLD, SIGTERM and SIGALRM get their default action, since a child has no exit status
// if its parent ignores SIGCHLD. SIGPIPE and SIGXFSZ are ignored, so that a write fails instead. No
// signal is blocked. All others keep their action: SIGINT and SIGHUP that were ignored at the start
// (nohup, `&` in a script) stay ignored.
void begin_with_usual_signals();

// Gives each signal its default action and unblocks all signals. To be called directly before a
// program is started.
void reset_signals();

// Holds back, from its construction on, the signals that end a process by default (SIGINT, SIGTERM,
// SIGHUP, SIGQUIT, SIGALRM, SIGUSR1, SIGXCPU, the real-time signals ...), unless they are ignored,
// so that a waiting caller can end in order. The caller polls descriptor(), which becomes readable
// when one has arrived, and stays readable.
class Interrupt {
public:
    Interrupt();

    int descriptor() const { return signals.descriptor(); }

    // Returns the signal that has arrived, or 0.
    int signal() const;

    // Takes SIGINT, SIGTERM and SIGHUP that have arrived off the queue, so that a further one can
    // be noticed. Returns one of them, or 0; nothing is taken if another signal has arrived, too.
    int take();

    // Stops this signal from ending anything. Returns a signalfd(2) from which it is read from now
    // on.
    File hear(int number);

private:
    File signals;
};

// Waits until a descriptor accepts bytes, for at most `patience`; for at most half a second once a
// held-back signal has arrived or the deadline has passed. Returns true if it accepts bytes, or has
// an error, which the write then returns.
bool wait_for_room(int descriptor, std::chrono::milliseconds patience);

// Waits until a descriptor has bytes or is at its end. A pending or arriving signal that is held
// back ends the process, as it does by default: to be called only while there is nothing to clean
// up. Returns false once the deadline has passed or SIGALRM has arrived.
bool wait_for_bytes(int descriptor);

// Sets the descriptor of the deadline of the two functions above, which becomes readable when the
// deadline has passed; -1: none.
void hurry_when_readable(int deadline);

// A time without practical limit, for a reader that may take any time.
constexpr std::chrono::hours boundless {24 * 365};

// While an object exists, the held-back signals, except SIGALRM, end the process immediately, as
// they do by default. For a write that may wait for a reader, while there is nothing else to end. A
// signal that arrived earlier does not end the process and is pending again afterwards, so that an
// interrupted run can write its last output, and a second signal ends it if nothing reads that
// output.
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
