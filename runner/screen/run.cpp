#include "runner/screen/run.hpp"

#include "runner/screen/loop.hpp"
#include "runner/screen/markdown_tree.hpp"

namespace runner::screen {

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
