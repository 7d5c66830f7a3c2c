#include "inherited.hpp"

#include <sys/stat.h>

#include <csignal>

namespace exec::process {

mode_t forget_inherited()
{
    for (int signal = 1; signal < NSIG; ++signal)
        if (signal != SIGHUP && signal != SIGINT && signal != SIGPIPE && signal != SIGXFSZ)
            std::signal(signal, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    return umask(0);
}

}
