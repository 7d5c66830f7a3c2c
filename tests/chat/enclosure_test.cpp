#include "catch.hpp"

#include "frontends/screen/start.hpp"
#include "frontends/screen/terminal_modes.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <functional>
#include <string>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace frontends::screen;

namespace {

struct Attempt {
    std::string what;
    int error; // 0: it has to be allowed
    std::function<long(int terminal)> act;
};

int pseudo_terminal()
{
    const int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0)
        return -1;
    return open(ptsname(master), O_RDWR | O_NOCTTY);
}

// The errno of an attempt behind the lock, or 0.
int errno_of(const Attempt& attempt, int terminal)
{
    const pid_t child = fork();
    if (child == 0) {
        lock_in();
        errno = 0;
        _exit(attempt.act(terminal) < 0 ? errno : 0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

}

TEST_CASE("the screen has its terminal, its socket, memory and the clock, and nothing else")
{
    const int terminal = pseudo_terminal();
    if (terminal < 0)
        return; // a machine without pseudo-terminals
    const Attempt attempts[] {
        {"open a file", EPERM, [](int) { return open("/etc/passwd", O_RDONLY); }},
        {"open by openat2", EPERM, [](int) { return syscall(SYS_openat2, 0, "/", nullptr, 0); }},
        {"make a socket", EPERM, [](int) { return socket(AF_INET, SOCK_STREAM, 0); }},
        {"connect", EPERM, [](int) { return connect(0, nullptr, 0); }},
        {"send by a message", EPERM, [](int fd) { return sendto(fd, "", 0, 0, nullptr, 0); }},
        {"run a program", EPERM, [](int) { return execl("/bin/true", "true", nullptr); }},
        {"fork", EPERM, [](int) { return syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0); }},
        {"signal its parent", EPERM, [](int) { return kill(getppid(), 0); }},
        {"signal itself", EPERM, [](int) { return syscall(SYS_tgkill, getpid(), getpid(), 0); }},
        {"trace", EPERM, [](int) { return ptrace(PTRACE_TRACEME, 0, nullptr, nullptr); }},
        {"write another's memory", EPERM,
            [](int) { return syscall(SYS_process_vm_writev, 1, nullptr, 0, nullptr, 0, 0); }},
        {"make a file", EPERM, [](int) { return syscall(SYS_memfd_create, "x", 0); }},
        {"remove a file", EPERM, [](int) { return unlink("/nothing"); }},
        {"type for the user (TIOCSTI)", EPERM, [](int fd) { return ioctl(fd, TIOCSTI, "x"); }},
        {"take the terminal (TIOCSCTTY)", EPERM, [](int fd) { return ioctl(fd, TIOCSCTTY, 0); }},
        {"paste (TIOCLINUX)", EPERM, [](int fd) { return ioctl(fd, TIOCLINUX, "\3"); }},
        {"map code", EPERM,
            [](int) {
                return mmap(
                           nullptr, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                        == MAP_FAILED
                    ? -1
                    : 0;
            }},
        {"change its seccomp", EPERM, [](int) { return syscall(SYS_seccomp, 0, 0, nullptr); }},
        {"change flags of descriptors", EPERM, [](int fd) { return fcntl(fd, F_SETFL, 0); }},
        {"read its modes", 0,
            [](int fd) {
                termios modes {};
                return tcgetattr(fd, &modes);
            }},
        {"set its modes", 0,
            [](int fd) {
                termios modes {};
                tcgetattr(fd, &modes);
                return set_raw(fd, modes) && restore(fd, modes) ? 0 : -1;
            }},
        {"read its size", 0,
            [](int fd) {
                winsize size {};
                return ioctl(fd, TIOCGWINSZ, &size);
            }},
        {"write", 0, [](int fd) { return write(fd, "x", 1) == 1 ? 0 : -1; }},
        {"get memory", 0,
            [](int) {
                void* memory = std::malloc(50 << 20);
                std::free(memory);
                return memory == nullptr ? -1 : 0;
            }},
    };
    for (const Attempt& attempt : attempts) {
        CAPTURE(attempt.what);
        CHECK(errno_of(attempt, terminal) == attempt.error);
    }
    close(terminal);
}

TEST_CASE("modes are restored only where they are those that the screen has set")
{
    const int terminal = pseudo_terminal();
    if (terminal < 0)
        return;
    termios before {};
    tcgetattr(terminal, &before);
    CHECK_FALSE(restore(terminal, before)); // nothing was set
    CHECK(set_raw(terminal, before));
    CHECK(restore(terminal, before));
    termios now {};
    tcgetattr(terminal, &now);
    CHECK(now.c_lflag == before.c_lflag);
    CHECK(set_raw(terminal, before));
    termios shell = before; // a shell has taken the terminal back
    shell.c_lflag &= ~static_cast<tcflag_t>(ICANON);
    tcsetattr(terminal, TCSANOW, &shell);
    CHECK_FALSE(restore(terminal, before));
    close(terminal);
}
