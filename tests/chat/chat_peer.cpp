#include "chat_peer.hpp"

#include "frontends/screen/markdown_tree.hpp"
#include "frontends/screen/output_grammar.hpp"
#include "frontends/screen/run.hpp"
#include "frontends/screen/start.hpp"
#include "frontends/screen/terminal_modes.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace frontends::screen;

static int checked(int result, const char* what)
{
    if (result < 0)
        throw std::runtime_error(std::string(what) + " failed");
    return result;
}

static void set_size(int terminal, int rows, int columns)
{
    winsize size {};
    size.ws_row = static_cast<unsigned short>(rows);
    size.ws_col = static_cast<unsigned short>(columns);
    ioctl(terminal, TIOCSWINSZ, &size);
}

ChatPeer::ChatPeer(int rows, int columns)
    : emulator(rows, columns)
{
    std::signal(SIGPIPE, SIG_IGN);
    master = checked(posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC), "openpt");
    checked(grantpt(master), "grantpt");
    checked(unlockpt(master), "unlockpt");
    set_size(master, rows, columns);
    slave = checked(open(ptsname(master), O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC), "open");
    tcgetattr(slave, &at_start);
    start();
    settle();
}

void ChatPeer::start()
{
    std::array<int, 2> lines_pair {};
    std::array<int, 2> control_pair {};
    checked(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, lines_pair.data()),
        "socketpair");
    checked(
        socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, control_pair.data()), "socketpair");
    socket = lines_pair[0];
    control = control_pair[0];
    process = checked(fork(), "fork");
    if (process > 0) {
        close(lines_pair[1]);
        close(control_pair[1]);
        return;
    }
    close(socket);
    close(control);
    close(master);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setsid();
    ioctl(slave, TIOCSCTTY, 0);
    const sigset_t heard_signals = signals_of_screen();
    sigprocmask(SIG_BLOCK, &heard_signals, nullptr);
    HeldMachine machine(control_pair[1], slave, lines_pair[1]);
    const Settings settings {.at_start = at_start,
        .machine = machine,
        .signals = signalfd(-1, &heard_signals, SFD_NONBLOCK | SFD_CLOEXEC)};
    prepare_markdown();
    lock_in();
    _exit(run(slave, lines_pair[1], settings));
}

ChatPeer::~ChatPeer()
{
    if (ended < 0) {
        ::kill(process, SIGKILL);
        waitpid(process, nullptr, 0);
    }
    for (const int descriptor : {master, slave, socket, control})
        close(descriptor);
}

void ChatPeer::read_terminal()
{
    std::array<char, 65536> buffer {};
    for (ssize_t got = 0; (got = read(master, buffer.data(), buffer.size())) > 0;) {
        written.append(buffer.data(), static_cast<std::size_t>(got));
        emulator.write({buffer.data(), static_cast<std::size_t>(got)});
        shown += static_cast<std::uint64_t>(got);
    }
}

void ChatPeer::read_socket()
{
    std::array<char, 65536> buffer {};
    for (ssize_t got = 0; (got = read(socket, buffer.data(), buffer.size())) > 0;) {
        lines.append(buffer.data(), static_cast<std::size_t>(got));
        heard += static_cast<std::uint64_t>(got);
    }
}

void ChatPeer::read_idle()
{
    if (recv(control, &idle, sizeof idle, 0) == sizeof idle) {
        has_idle = true;
        return;
    }
    wait_for_end();
}

void ChatPeer::wait_for_end()
{
    int state = 0;
    waitpid(process, &state, 0);
    ended = WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state);
}

bool ChatPeer::is_settled() const
{
    if (stalls && has_idle) // what it would write it may keep
        return idle.terminal_read == typed && idle.moments == moments && idle.socket_read == said;
    return has_idle && idle.terminal_read == typed && idle.socket_read == said
        && idle.signals_read == signals && idle.moments == moments && idle.terminal_written == shown
        && idle.socket_written == heard && idle.wants_write == 0;
}

// Reads until the screen has taken all, and everything that it has written is here.
void ChatPeer::settle()
{
    while (ended < 0 && !is_settled()) {
        std::array<pollfd, 3> watched {
            {{control, POLLIN, 0}, {stalls ? -1 : master, POLLIN, 0}, {socket, POLLIN, 0}}};
        if (poll(watched.data(), watched.size(), 120000) <= 0)
            throw std::runtime_error("the screen does not come to rest");
        if (watched[1].revents != 0)
            read_terminal();
        if (watched[2].revents != 0)
            read_socket();
        if (watched[0].revents != 0)
            read_idle();
    }
    if (ended >= 0)
        for (int rounds = 0; rounds < 10; ++rounds) { // what was written last is under way
            read_terminal();
            read_socket();
            poll(nullptr, 0, 1);
        }
    const std::string why = OutputGrammar().check(std::exchange(written, {}));
    if (!why.empty())
        throw std::runtime_error("the screen wrote " + why);
}

void ChatPeer::type(const std::string& bytes)
{
    for (std::size_t at = 0; at < bytes.size() && ended < 0;) {
        const ssize_t put = write(master, bytes.data() + at, bytes.size() - at);
        if (put > 0) {
            at += static_cast<std::size_t>(put);
            typed += static_cast<std::uint64_t>(put);
        }
        if (at < bytes.size())
            settle();
    }
    settle();
}

void ChatPeer::say(const std::string& line)
{
    const std::string bytes = line + "\n";
    for (std::size_t at = 0; at < bytes.size() && ended < 0;) {
        const ssize_t put = write(socket, bytes.data() + at, bytes.size() - at);
        if (put < 0 && errno == EPIPE)
            break;
        if (put > 0) {
            at += static_cast<std::size_t>(put);
            said += static_cast<std::uint64_t>(put);
        }
        if (at < bytes.size())
            settle();
    }
    settle();
}

void ChatPeer::step_to(std::int64_t moment)
{
    now = moment;
    if (write(control, &now, sizeof now) == sizeof now)
        ++moments;
    settle();
}

void ChatPeer::pass(std::int64_t milliseconds)
{
    const std::int64_t end = now + milliseconds;
    while (ended < 0 && idle.until > now && idle.until < end)
        step_to(idle.until);
    if (ended < 0)
        step_to(end);
}

void ChatPeer::resize(int rows, int columns)
{
    emulator.resize(rows, columns);
    signals += sizeof(signalfd_siginfo);
    set_size(master, rows, columns);
    settle();
}

void ChatPeer::signal(int number)
{
    signals += sizeof(signalfd_siginfo);
    ::kill(process, number);
    settle();
}

void ChatPeer::stall(bool is_stalled)
{
    stalls = is_stalled;
    if (!stalls)
        has_idle = false; // until it has written the rest
    settle();
}

void ChatPeer::kill()
{
    ::kill(process, SIGKILL);
    wait_for_end();
    settle();
    if (restore(slave, at_start)) {
        const std::string farewell(after_killed_screen);
        emulator.write(farewell);
    }
}

void ChatPeer::end()
{
    shutdown(socket, SHUT_RDWR);
    while (ended < 0) {
        has_idle = false;
        settle();
    }
}

std::vector<std::string> ChatPeer::taken_lines()
{
    std::vector<std::string> all;
    for (std::size_t end = 0; (end = lines.find('\n')) != std::string::npos;) {
        all.push_back(lines.substr(0, end));
        lines.erase(0, end + 1);
    }
    return all;
}

bool ChatPeer::has_old_modes() const
{
    termios modes {};
    return tcgetattr(slave, &modes) == 0 && modes.c_lflag == at_start.c_lflag
        && modes.c_iflag == at_start.c_iflag && modes.c_oflag == at_start.c_oflag;
}

std::uint64_t ChatPeer::taken_size() { return std::exchange(taken, shown), shown - taken; }
