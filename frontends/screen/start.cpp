#include "frontends/screen/start.hpp"

#include "frontends/screen/markdown_tree.hpp"
#include "frontends/screen/run.hpp"
#include "toolkit/sandbox/seccomp.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/own_process.hpp"

#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <exception>
#include <string>
#include <vector>

namespace frontends::screen {

// Opens the terminal again, so that the shell's descriptor keeps its flags; if that is refused, as
// after su, returns the shell's descriptor.
static int open_terminal(bool& may_block)
{
    const int opened = open("/proc/self/fd/1", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (opened >= 0)
        return opened;
    may_block = true;
    const int own = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    if (own < 0)
        throw system::system_error("cannot open the terminal");
    return own;
}

static void close_others(std::array<int, 3> kept)
{
    std::sort(kept.begin(), kept.end());
    unsigned begin = 0;
    for (const int descriptor : kept) {
        const auto end = static_cast<unsigned>(descriptor);
        if (end > begin && syscall(SYS_close_range, begin, end - 1, 0) != 0)
            throw system::system_error("cannot close what is inherited");
        begin = end + 1;
    }
    if (syscall(SYS_close_range, begin, ~0U, 0) != 0)
        throw system::system_error("cannot close what is inherited");
}

static int take_signals()
{
    std::signal(SIGPIPE, SIG_IGN);
    const sigset_t signals = signals_of_screen();
    sigprocmask(SIG_BLOCK, &signals, nullptr);
    const int descriptor = signalfd(-1, &signals, SFD_NONBLOCK | SFD_CLOEXEC);
    if (descriptor < 0)
        throw system::system_error("cannot listen to signals");
    return descriptor;
}

// Writes a line: empty if everything is done, otherwise the error.
static void tell(int socket, const std::string& words)
{
    if (write(socket, words.data(), words.size()) < 0)
        _exit(1);
}

static void set_non_blocking(int descriptor)
{
    if (fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) != 0)
        throw system::system_error("cannot set up the screen's socket");
}

void be_the_screen(int socket, const termios& at_start, char** argv)
{
    try {
        prctl(PR_SET_DUMPABLE, 0);
        system::erase_arguments_and_environment(argv);
        Settings settings {.at_start = at_start, .waits_for_engine = true};
        set_non_blocking(socket);
        const int terminal = open_terminal(settings.may_block);
        settings.signals = take_signals();
        prepare_markdown();
        close_others({terminal, socket, settings.signals});
        lock_in();
        tell(socket, "\n");
        _exit(run(terminal, socket, settings));
    } catch (const ToolError& error) {
        tell(socket, error.message + "\n");
    } catch (const std::exception&) {
        tell(socket, "not enough memory\n");
    }
    _exit(1);
}

// Reads up to a newline. The socket is still blocking.
static std::string first_line(int socket)
{
    std::string line;
    for (char byte = 0;;) {
        const ssize_t got = read(socket, &byte, 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return line.empty() ? "it has ended" : line;
        if (byte == '\n')
            return line;
        line += byte;
    }
}

Started start(char** argv)
{
    Started started {-1, {}, {}};
    if (tcgetattr(STDOUT_FILENO, &started.at_start) != 0)
        throw system::system_error("cannot read the terminal's modes");
    std::array<int, 2> pair {};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair.data()) != 0)
        throw system::system_error("cannot make the screen's socket");
    started.socket = File(pair[0]);
    File theirs(pair[1]);
    started.process = fork();
    if (started.process < 0)
        throw system::system_error("cannot start the screen");
    if (started.process == 0) {
        started.socket.close();
        be_the_screen(pair[1], started.at_start, argv);
    }
    theirs.close();
    const std::string failure = first_line(pair[0]);
    if (!failure.empty()) {
        waitpid(started.process, nullptr, 0);
        throw ToolError(Code::sandbox_unavailable, "the screen cannot start: " + failure,
            "agentcli chat --plain works without it");
    }
    set_non_blocking(pair[0]);
    return started;
}

using namespace toolkit;
using sandbox::seccomp::Rule;

static std::vector<Rule> rules_of_screen()
{
    using namespace sandbox::seccomp;
    const auto executable = [](int call, int argument) {
        return Rule {call, allow(), {{argument, Test::has_any_bit, PROT_EXEC, fail(EPERM)}}};
    };
    std::vector<Rule> rules {
        {SYS_ioctl, fail(EPERM),
            {{1, Test::equals, TCGETS, allow()}, {1, Test::equals, TCSETS, allow()},
                {1, Test::equals, TCSETSW, allow()}, {1, Test::equals, TCSETSF, allow()},
                {1, Test::equals, TIOCGWINSZ, allow()}}},
        executable(SYS_mmap, 2),
        executable(SYS_mprotect, 2),
    };
    for (const int call :
        {SYS_read, SYS_write, SYS_writev, SYS_close, SYS_ppoll, SYS_brk, SYS_munmap, SYS_mremap,
            SYS_madvise, SYS_futex, SYS_clock_gettime, SYS_gettimeofday, SYS_restart_syscall,
            SYS_rt_sigreturn, SYS_rt_sigprocmask, SYS_rt_sigaction, SYS_sigaltstack, SYS_getpid,
            SYS_gettid, SYS_getrandom, SYS_sched_yield, SYS_exit, SYS_exit_group})
        rules.push_back({call, allow()});
#ifdef SYS_poll
    rules.push_back({SYS_poll, allow()});
#endif
    return rules;
}

void lock_in()
{
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        throw system::system_error("cannot set no_new_privs");
    sandbox::seccomp::install(rules_of_screen(), sandbox::seccomp::fail(EPERM));
}

}
