#include "frontends/mcp/reloader.hpp"

#include "toolkit/system/cancel.hpp"

#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <utility>

namespace frontends::mcp {

Reloader::Reloader(system::Cancel& cancel, std::function<void()> reload)
    : reload(std::move(reload))
    , signals(cancel.hear(SIGHUP))
{
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (isatty(descriptor) == 1)
            terminals.push_back(descriptor);
}

static bool has_hung_up(int terminal)
{
    return system::wait_for(terminal, 0, std::chrono::milliseconds(0)) != 0;
}

void Reloader::step()
{
    signalfd_siginfo come {};
    bool has_come = false;
    while (read(signals.descriptor(), &come, sizeof come) > 0)
        has_come = true;
    if (!has_come)
        return;
    if (std::any_of(terminals.begin(), terminals.end(), has_hung_up))
        kill(getpid(), SIGTERM); // the server's Cancel handles it
    else
        reload();
}

}
