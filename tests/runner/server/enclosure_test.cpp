#include "catch.hpp"

#include "frontends/serve/enclosure.hpp"
#include "toolkit/io/event_loop.hpp"
#include "toolkit/sandbox/landlock.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string>

namespace frontends::serve {

namespace {

// What a front that strangers have taken over can still do, one bit each.
enum Deed : int {
    opens_a_file = 1,
    opens_a_socket = 2,
    starts_a_program = 4,
    forks = 8,
    signals = 16,
    loses_its_state = 32,
    cannot_wait = 64,
};

// As for its connections.
bool can_wait_for(const toolkit::File& peer)
{
    toolkit::io::EventLoop loop;
    int calls = 0;
    auto source = loop.add(peer.descriptor(), [&](std::uint32_t) { ++calls; });
    bool is_awaited = source.await(EPOLLOUT);
    loop.run_once();
    is_awaited = is_awaited && source.await(EPOLLIN);
    loop.run_once(toolkit::io::EventLoop::Clock::now());
    return is_awaited && calls == 1 && source.await(0);
}

int deeds_of_front(const toolkit::File& state, const toolkit::File& peer)
{
    lock_in_front(state, state);
    int done = can_wait_for(peer) ? 0 : cannot_wait;
    if (open("/etc/passwd", O_RDONLY | O_CLOEXEC) >= 0)
        done |= opens_a_file;
    if (socket(AF_INET, SOCK_STREAM, 0) >= 0 || socket(AF_UNIX, SOCK_STREAM, 0) >= 0)
        done |= opens_a_socket;
    if (kill(getppid(), 0) == 0)
        done |= signals;
    const int file = openat(state.descriptor(), "file", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0 || write(file, "x", 1) != 1 || unlinkat(state.descriptor(), "file", 0) != 0)
        done |= loses_its_state;
    const pid_t child = fork();
    if (child == 0)
        _exit(0);
    if (child > 0)
        done |= forks;
    std::array<char*, 1> none {};
    execve("/proc/self/exe", none.data(), none.data());
    return errno == EPERM || errno == EACCES ? done : done | starts_a_program;
}

}

TEST_CASE("a front has its state directory and nothing else")
{
    if (toolkit::sandbox::landlock::abi() == 0)
        return; // a server does not start here
    std::string path = "/tmp/front.XXXXXX";
    REQUIRE(mkdtemp(path.data()) != nullptr);
    const toolkit::File state(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    std::array<int, 2> ends {};
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0);
    const toolkit::File ours(ends[0]);
    const toolkit::File theirs(ends[1]);
    const pid_t child = fork();
    if (child == 0) {
        try {
            _exit(deeds_of_front(state, ours));
        } catch (...) {
            _exit(100);
        }
    }
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    rmdir(path.c_str());
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
}

}
