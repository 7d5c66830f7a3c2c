#pragma once

#include "toolkit/file.hpp"

// SIGINT, SIGTERM and SIGHUP, held back from construction on, so that whoever waits can end in order: they
// poll descriptor(), which becomes readable, and stays so, when one has come.
class Interrupt {
public:
    Interrupt();

    int descriptor() const { return signals.descriptor(); }

    // The signal that has come, or 0.
    int signal() const;

    // Throws INTERNAL "interrupted" where one has come.
    void check() const;

private:
    File signals;
};

// As long as it lives, these signals end the process at once, as they do by default: for a write that may
// wait for a reader, while there is nothing else to end.
class EndedBySignals {
public:
    EndedBySignals();
    EndedBySignals(const EndedBySignals&) = delete;
    EndedBySignals& operator=(const EndedBySignals&) = delete;
    ~EndedBySignals();
};
