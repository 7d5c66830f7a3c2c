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
