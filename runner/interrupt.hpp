#pragma once

#include "toolkit/file.hpp"

#include <chrono>
#include <csignal>

// SIGINT, SIGTERM, SIGHUP, and SIGALRM, held back from construction on, so that whoever waits can end in order: they
// poll descriptor(), which becomes readable, and stays so, when one has come.
class Interrupt {
public:
    Interrupt();

    // From now on in this time one comes by itself: SIGALRM. No time at all is never.
    void come_after(std::chrono::milliseconds time) const;

    int descriptor() const { return signals.descriptor(); }

    // The signal that has come, or 0.
    int signal() const;

    // Throws INTERNAL "interrupted" where one has come.
    void check() const;

private:
    File signals;
};

// As long as it lives, these signals, but for SIGALRM, end the process at once, as they do by default: for a write that may
// wait for a reader, while there is nothing else to end. One that had come before does not, and is there again afterwards: what an
// interrupted run has to say is said, and a second signal ends it where nobody reads.
class EndedBySignals {
public:
    EndedBySignals();
    EndedBySignals(const EndedBySignals&) = delete;
    EndedBySignals& operator=(const EndedBySignals&) = delete;
    ~EndedBySignals();

private:
    sigset_t come_before;
};
