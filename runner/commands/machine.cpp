#include "runner/commands/machine.hpp"

#include "toolkit/sandbox/landlock.hpp"

#include <sched.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iterator>

namespace runner::commands {

using State = Finding::State;

namespace {

// A feature that tools lack if Landlock's ABI is older than `abi`, according to
// userspace-api/landlock.rst.
struct Step {
    int abi;
    const char* lacks;
};
constexpr Step steps[] = {{2, "a file can't be moved to another directory"},
    {3, "truncation is refused by seccomp instead"}, {4, "TCP is refused by seccomp alone"},
    {5, "ioctls of devices are refused by seccomp alone"},
    {6,
        "commands may signal the user's other processes, and reach abstract sockets where --unix "
        "is given"}};

Finding look_at_landlock()
{
    const int abi = sandbox::landlock::abi();
    if (abi == 0)
        return {"landlock", State::missing,
            "not in this kernel, or not among the security modules that it was started with "
            "(lsm=landlock,…): tools "
            "refuse to run without --sandbox=paths"};
    std::string text = "ABI " + std::to_string(abi);
    for (const Step& step : steps)
        if (abi < step.abi)
            text += std::string("; before ABI ") + std::to_string(step.abi) + ": " + step.lacks;
    return {"landlock", abi < steps[std::size(steps) - 1].abi ? State::weaker : State::good, text};
}

// Tries this in a child process, because a process cannot leave a user namespace.
Finding look_at_user_namespaces()
{
    const pid_t child = fork();
    if (child == 0)
        _exit(unshare(CLONE_NEWUSER) == 0 ? 0 : errno);
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return {"user namespaces", State::weaker, "can't be tried"};
    const int error = WEXITSTATUS(status);
    if (error == 0)
        return {"user namespaces", State::good, "can be made"};
    return {"user namespaces", geteuid() == 0 ? State::good : State::weaker,
        std::string("can't be made: ")
            + std::strerror(error) // NOLINT(concurrency-mt-unsafe): one thread here
            + (geteuid() == 0 ? "; root needs none"
                              : "; a container, AppArmor or a sysctl may forbid them")};
}

}

std::vector<Finding> look_at_machine()
{
    utsname name {};
    uname(&name);
    return {{"kernel", State::good,
                std::string(name.sysname) + " " + name.release + " " + name.machine},
        look_at_landlock(), look_at_user_namespaces()};
}

}
