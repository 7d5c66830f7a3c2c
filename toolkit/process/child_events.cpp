#include "toolkit/process/child_events.hpp"

#include "toolkit/system/watch.hpp"

#include <sys/signalfd.h>
#include <unistd.h>

#include <csignal>

namespace toolkit::process {

static File signals_of_children()
{
    sigset_t children;
    sigemptyset(&children);
    sigaddset(&children, SIGCHLD);
    return File(signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK));
}

ChildEvents::ChildEvents()
    : file(signals_of_children())
{
}

void ChildEvents::watch(system::Watch& watch) const
{
    constexpr std::chrono::milliseconds between_looks {5};
    if (file)
        watch.readable(file.descriptor());
    else
        watch.until(system::Watch::Clock::now() + between_looks);
}

void ChildEvents::take() const
{
    signalfd_siginfo event;
    while (file && read(file.descriptor(), &event, sizeof event) > 0) { }
}

}
