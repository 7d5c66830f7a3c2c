#include "told_to_end.hpp"

#include <ctime>

namespace exec::process {

sigset_t signals_that_end()
{
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGTERM, SIGINT, SIGHUP})
        sigaddset(&set, signal);
    return set;
}

bool is_told_to_end()
{
    sigset_t waiting;
    sigemptyset(&waiting);
    sigpending(&waiting);
    return sigismember(&waiting, SIGTERM) == 1 || sigismember(&waiting, SIGINT) == 1
        || sigismember(&waiting, SIGHUP) == 1;
}

EndingSignals::EndingSignals()
    : before {}
{
    sigprocmask(SIG_BLOCK, nullptr, &before);
}

EndingSignals::~EndingSignals()
{
    const sigset_t set = signals_that_end();
    const timespec at_once {};
    while (is_told_to_end() && sigtimedwait(&set, nullptr, &at_once) > 0) { }
    sigprocmask(SIG_SETMASK, &before, nullptr);
}

}
