#pragma once

#include <csignal>

namespace exec::process {

// SIGTERM, SIGINT and SIGHUP, which end the tool.
sigset_t signals_that_end();

// Is one of them blocked, and waiting? They are blocked since run() has begun.
bool is_told_to_end();

// At the end of its life, these signals end the process again if they did so at its beginning; one
// that waits then is dropped.
class EndingSignals {
public:
    EndingSignals();
    ~EndingSignals();
    EndingSignals(const EndingSignals&) = delete;
    EndingSignals& operator=(const EndingSignals&) = delete;

private:
    sigset_t before;
};

}
