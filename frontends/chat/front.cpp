#include "frontends/chat/front.hpp"

#include "frontends/chat/plain_screen.hpp"
#include "frontends/screen/notices.hpp"
#include "frontends/screen/start.hpp"
#include "frontends/screen/terminal_modes.hpp"
#include "toolkit/sandbox/seccomp.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/own_process.hpp"

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
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string>
#include <utility>

namespace frontends::chat {

using namespace toolkit;
namespace seccomp = toolkit::sandbox::seccomp;

// Allows only those ioctls that get and set the modes, get the size and discard input; never
// TIOCSTI.
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
#ifdef SANITIZED
    for (const int call : {SYS_sigaltstack, SYS_getpid, SYS_gettid, SYS_uname, SYS_mprotect})
        rules.push_back({call, seccomp::allow()}); // needed by the runtime of sanitizers
#endif
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
        system::erase_arguments_and_environment(argv);
        on_interrupts();
        seal();
        status = run_plain_screen(socket, STDIN_FILENO, STDOUT_FILENO);
    } catch (const std::exception& error) {
        const std::string line = std::string("agentcli: ") + error.what() + "\n";
        if (write(STDERR_FILENO, line.data(), line.size()) < 0)
            status = 2;
    }
    _exit(status);
}

// Returns true for a chat: a command line with a prompt for one answer is a run, and other commands
// have no front.
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

// These two variables contain no secrets, so they may be read before the screen is forked.
static bool is_plain(const std::vector<std::string>& arguments)
{
    const auto value_of = [](const char* name) {
        const char* value = std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody sets it
        return std::string(value != nullptr ? value : "");
    };
    const std::string terminal = value_of("TERM");
    const std::string accessible = value_of("ACCESSIBLE");
    const bool is_wanted
        = std::any_of(arguments.begin(), arguments.end(), [](const std::string& argument) {
              return argument == "--plain" || argument == "-plain" || argument == "--plain=true"
                  || argument == "-plain=true";
          });
    return is_wanted || terminal.empty() || terminal == "dumb"
        || (!accessible.empty() && accessible != "0");
}

void Front::begin_plain(char** argv)
{
    std::array<int, 2> ends {};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw system::system_error("cannot make the sockets of the screen");
    socket = File(ends[0]);
    File theirs(ends[1]);
    child = fork();
    if (child < 0)
        throw system::system_error("cannot start the screen");
    if (child == 0) {
        socket.close();
        run_front(theirs, argv);
    }
}

void Front::begin_screen(char** argv)
{
    screen::Started started = screen::start(argv);
    socket = std::move(started.socket);
    child = started.process;
    at_start = started.at_start;
}

Front Front::begin(const std::vector<std::string>& arguments, char** argv)
{
    Front front;
    if (!may_be_chat(arguments))
        return front;
    try {
        is_plain(arguments) ? front.begin_plain(argv) : front.begin_screen(argv);
    } catch (const ToolError& error) { // the command may need no front
        front.failure = error;
    }
    return front;
}

Front::Front(Front&& other) noexcept
    : socket(std::move(other.socket))
    , child(std::exchange(other.child, -1))
    , at_start(std::exchange(other.at_start, std::nullopt))
    , sets_title(other.sets_title)
    , uses_keyboard(other.uses_keyboard)
    , failure(std::move(other.failure))
{
}

// Restores the terminal after a front was killed: a screen has set raw modes; a plain front has
// changed nothing.
static void restore_terminal(
    const std::optional<termios>& at_start, bool was_killed, bool has_title, bool has_keyboard)
{
    const auto before = std::signal(SIGTTOU, SIG_IGN); // a shell may own the terminal again
    const bool is_left
        = at_start ? screen::restore(STDOUT_FILENO, *at_start) : was_killed && has_title;
    std::string bytes(at_start && is_left ? screen::after_killed_screen : "");
    if (at_start && is_left && has_keyboard)
        bytes.insert(0, screen::pop_keyboard);
    if (is_left && has_title)
        bytes += screen::Notices::old_title();
    if (!bytes.empty() && write(STDOUT_FILENO, bytes.data(), bytes.size()) < 0)
        std::signal(SIGTTOU, before);
    std::signal(SIGTTOU, before);
}

int Front::end()
{
    socket.close();
    if (child <= 0)
        return died;
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) { }
    child = -1;
    restore_terminal(at_start, WIFSIGNALED(status), sets_title, uses_keyboard);
    return WIFEXITED(status) ? WEXITSTATUS(status) : died;
}

// Sends SIGTSTP to the whole job. The kernel ignores it if nobody could continue the job.
void Front::suspend() const
{
    kill(child, SIGSTOP);
    std::signal(SIGTSTP, SIG_DFL);
    kill(0, SIGTSTP);
    std::signal(SIGTSTP, SIG_IGN);
    kill(child, SIGCONT);
}

}
