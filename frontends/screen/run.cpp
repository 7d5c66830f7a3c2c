#include "frontends/screen/run.hpp"

#include "frontends/screen/loop.hpp"
#include "frontends/screen/markdown_tree.hpp"

namespace frontends::screen {

sigset_t signals_of_screen()
{
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : {SIGWINCH, SIGCONT, SIGTSTP, SIGTERM, SIGHUP, SIGINT, SIGQUIT})
        sigaddset(&signals, signal);
    return signals;
}

int run(int terminal, int socket, const Settings& settings)
{
    prepare_markdown();
    return Loop(terminal, socket, settings).run();
}

}
