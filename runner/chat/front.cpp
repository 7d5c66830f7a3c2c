#include "runner/chat/front.hpp"

#include "runner/chat/plain_screen.hpp"
#include "toolkit/sandbox/seccomp.hpp"
#include "toolkit/system/error.hpp"

#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <exception>
#include <utility>

namespace runner::chat {

using namespace toolkit;
namespace seccomp = toolkit::sandbox::seccomp;

// Keys may be among both.
static void forget_arguments_and_environment(char** argv)
{
    for (char** argument = argv; argument[0] != nullptr && argument[1] != nullptr; ++argument)
        explicit_bzero(argument[1], std::strlen(argument[1]));
    for (char** variable = environ; *variable != nullptr; ++variable)
        explicit_bzero(*variable, std::strlen(*variable));
    static std::array<char*, 1> none {};
    environ = none.data();
}

// Of ioctl only the modes and the size of a terminal, and to forget what was typed; never TIOCSTI.
static void seal()
{
    using seccomp::Rule;
    using Test = seccomp::Test;
    const seccomp::Verdict no = seccomp::fail(EPERM);
    std::vector<Rule> rules;
    for (const int call : {SYS_read, SYS_write, SYS_ppoll, SYS_close, SYS_exit, SYS_exit_group,
             SYS_brk, SYS_munmap, SYS_mremap, SYS_madvise, SYS_futex, SYS_clock_gettime,
             SYS_rt_sigreturn, SYS_rt_sigprocmask, SYS_restart_syscall, SYS_getrandom})
        rules.push_back({call, seccomp::allow()});
    rules.push_back({SYS_mmap, seccomp::allow(), {{2, Test::has_any_bit, PROT_EXEC, no}}});
    rules.push_back({SYS_ioctl, no,
        {{1, Test::equals, TCGETS, seccomp::allow()},
            {1, Test::equals, TIOCGWINSZ, seccomp::allow()},
            {1, Test::equals, TCFLSH, seccomp::allow()}}});
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        throw system::system_error("cannot lock the screen in");
    seccomp::install(std::move(rules), no);
}

[[noreturn]] static void run_front(const File& socket, char** argv)
{
    int status = 1;
    try {
        forget_arguments_and_environment(argv);
        hear_interrupts();
        seal();
        status = run_plain_screen(socket, STDIN_FILENO, STDOUT_FILENO);
    } catch (const std::exception& error) {
        const std::string line = std::string("agentcli: ") + error.what() + "\n";
        if (write(STDERR_FILENO, line.data(), line.size()) < 0)
            status = 2;
    }
    _exit(status);
}

// What asks for one answer is a run; so are the other commands.
static bool may_be_chat(const std::vector<std::string>& arguments)
{
    if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0)
        return false;
    if (!arguments.empty() && arguments[0] == "chat")
        return true;
    if (!arguments.empty() && !arguments[0].starts_with('-'))
        return false;
    return std::none_of(arguments.begin(), arguments.end(), [](const std::string& argument) {
        return argument.starts_with("--prompt") || argument.starts_with("-prompt");
    });
}

Front Front::begin(const std::vector<std::string>& arguments, char** argv)
{
    Front front;
    if (!may_be_chat(arguments))
        return front;
    std::array<int, 2> ends {};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw system::system_error("cannot make the sockets of the screen");
    front.socket = File(ends[0]);
    File theirs(ends[1]);
    front.child = fork();
    if (front.child < 0)
        throw system::system_error("cannot start the screen");
    if (front.child == 0) {
        front.socket.close();
        run_front(theirs, argv);
    }
    return front;
}

Front::Front(Front&& other) noexcept
    : socket(std::move(other.socket))
    , child(std::exchange(other.child, -1))
{
}

int Front::end()
{
    socket.close();
    int status = 0;
    if (child > 0)
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) { }
    child = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : died;
}

}
