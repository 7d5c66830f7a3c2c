#include "frontends/test/child.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/system/places.hpp"
#include "toolkit/system/watch.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

namespace frontends::test {

using namespace toolkit;

static std::vector<char*> pointers_to(std::vector<std::string>& texts)
{
    std::vector<char*> pointers;
    pointers.reserve(texts.size() + 1);
    for (auto& text : texts)
        pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

namespace {

// How the process begins.
class Beginning {
public:
    Beginning()
    {
        posix_spawn_file_actions_init(&actions);
        posix_spawnattr_init(&attributes);
        sigset_t none;
        sigemptyset(&none);
        posix_spawnattr_setsigmask(&attributes, &none);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK);
    }
    ~Beginning()
    {
        posix_spawn_file_actions_destroy(&actions);
        posix_spawnattr_destroy(&attributes);
    }
    Beginning(const Beginning&) = delete;
    Beginning& operator=(const Beginning&) = delete;
    Beginning(Beginning&&) = delete;
    Beginning& operator=(Beginning&&) = delete;

    void open_file(int descriptor, const std::string& path, int flags)
    {
        posix_spawn_file_actions_addopen(&actions, descriptor, path.c_str(), flags, 0600);
    }
    void work_in(const std::string& path)
    {
        posix_spawn_file_actions_addchdir_np(&actions, path.c_str());
    }

    pid_t start(std::vector<std::string> arguments, std::vector<std::string> environment) const
    {
        pid_t process = 0;
        const std::string program = system::own_program();
        const int error = posix_spawn(&process, program.c_str(), &actions, &attributes,
            pointers_to(arguments).data(), pointers_to(environment).data());
        if (error != 0)
            throw system::system_error("cannot start agentcli", error);
        return process;
    }

private:
    posix_spawn_file_actions_t actions {};
    posix_spawnattr_t attributes {};
};

}

// A signal for this process ends the other one, too.
static void wait_for_end(pid_t process, system::Cancel& cancel)
{
    const File handle(static_cast<int>(syscall(SYS_pidfd_open, process, 0)));
    if (!handle)
        return;
    system::Watch watch;
    watch.readable(handle.descriptor());
    watch.readable(cancel.descriptor());
    for (watch.wait(); !watch.is_ready(handle.descriptor()); watch.wait())
        if (cancel.is_set()) {
            kill(process, SIGTERM);
            return;
        }
}

static int exit_status_of(pid_t process)
{
    int status = 0;
    while (waitpid(process, &status, 0) < 0)
        if (errno != EINTR)
            throw system::system_error("cannot wait for a test");
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int run_agentcli(std::vector<std::string> arguments, std::vector<std::string> environment,
    const Scratch& scratch, system::Cancel& cancel)
{
    Beginning beginning;
    beginning.open_file(0, "/dev/null", O_RDONLY);
    beginning.open_file(1, scratch.path_of("events"), O_WRONLY | O_CREAT | O_EXCL);
    beginning.open_file(2, scratch.path_of("notes"), O_WRONLY | O_CREAT | O_EXCL);
    beginning.work_in(scratch.path_of("work"));
    const pid_t process = beginning.start(std::move(arguments), std::move(environment));
    wait_for_end(process, cancel);
    const int status = exit_status_of(process);
    cancel.check();
    return status;
}

}
