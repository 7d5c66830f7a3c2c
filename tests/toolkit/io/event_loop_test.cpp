#include "catch.hpp"

#include "toolkit/io/event_loop.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"

#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace toolkit::io {

using namespace std::chrono_literals;
using Clock = EventLoop::Clock;

static std::pair<File, File> sockets()
{
    std::array<int, 2> ends {};
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0);
    return {File(ends[0]), File(ends[1])};
}

TEST_CASE("a handler is called for what is awaited, as long as that is ready")
{
    EventLoop loop;
    const auto [ours, theirs] = sockets();
    std::vector<std::uint32_t> calls;
    auto source
        = loop.add(ours.descriptor(), [&](std::uint32_t events) { calls.push_back(events); });
    loop.run_once(Clock::now());
    CHECK(calls.empty());
    REQUIRE(source.await(EPOLLIN));
    loop.run_once(Clock::now());
    CHECK(calls.empty());
    REQUIRE(write(theirs.descriptor(), "x", 1) == 1);
    loop.run_once();
    loop.run_once();
    CHECK(calls == std::vector<std::uint32_t> {EPOLLIN, EPOLLIN});
    REQUIRE(source.await(EPOLLOUT));
    loop.run_once();
    CHECK(calls.back() == EPOLLOUT);
    REQUIRE(source.await(0));
    loop.run_once(Clock::now());
    REQUIRE(source.await(EPOLLIN));
    source = {};
    loop.run_once(Clock::now());
    CHECK(calls.size() == 3);
}

TEST_CASE("a handler may end its own source and others that are ready")
{
    EventLoop loop;
    const auto [ours, theirs] = sockets();
    const auto [more, others] = sockets();
    int calls = 0;
    std::vector<EventLoop::Source> sources;
    for (const File* file : {&ours, &theirs, &more, &others}) {
        sources.push_back(
            loop.add(file->descriptor(), [&, kept = std::string(100, 'x')](std::uint32_t) {
                sources.clear();
                calls += kept.size() == 100 ? 1 : 100;
            }));
        REQUIRE(sources.back().await(EPOLLOUT));
    }
    loop.run_once();
    CHECK(calls == 1);
    loop.run_once(Clock::now());
    CHECK(calls == 1);
}

TEST_CASE("more than fit into one look are handled by further ones")
{
    EventLoop loop;
    const auto [ours, theirs] = sockets();
    std::vector<File> files;
    std::vector<EventLoop::Source> sources;
    std::vector<int> calls(200);
    for (int& count : calls) {
        files.emplace_back(dup(ours.descriptor()));
        sources.push_back(loop.add(files.back().descriptor(), [&](std::uint32_t) { ++count; }));
        REQUIRE(sources.back().await(EPOLLOUT));
    }
    for (int look = 0; look < 4; ++look)
        loop.run_once();
    for (const int count : calls)
        CHECK(count > 0);
    sources.clear();
}

TEST_CASE("a time wakes its handler once, and the earliest one counts")
{
    EventLoop loop;
    int calls = 0;
    auto source = loop.add(-1, [&](std::uint32_t events) { calls += events == 0 ? 1 : 100; });
    source.wake_at(Clock::now() + 1h);
    loop.run_once(Clock::now() + 1ms);
    CHECK(calls == 0);
    source.wake_at(Clock::now() + 5ms);
    source.wake_at(Clock::now() + 2h);
    const auto begin = Clock::now();
    loop.run_once(begin + 10s);
    CHECK(calls == 1);
    CHECK(Clock::now() < begin + 5s);
    source.wake_at(Clock::now() - 1s);
    source.end();
    loop.run_once(Clock::now());
    CHECK(calls == 1);
    source.wake_at(Clock::now() - 1s);
    CHECK_FALSE(source.await(EPOLLIN));
}

TEST_CASE("the end of a child is noticed")
{
    EventLoop loop;
    const auto [ours, theirs] = sockets();
    const pid_t child = fork();
    if (child == 0) {
        char byte = 0;
        _exit(read(ours.descriptor(), &byte, 1) == 1 ? 7 : 1);
    }
    REQUIRE(child > 0);
    bool has_ended = false;
    const auto source = loop.add_child(child, [&] { has_ended = true; });
    loop.run_once(Clock::now() + 1ms);
    CHECK_FALSE(has_ended);
    REQUIRE(write(theirs.descriptor(), "x", 1) == 1);
    loop.run_once(Clock::now() + 10s);
    CHECK(has_ended);
    int status = 0;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WEXITSTATUS(status) == 7);
    CHECK_THROWS_AS(loop.add_child(child, [] {}), ToolError);
}

TEST_CASE("a loop waits together with others, and for a Cancel")
{
    EventLoop loop;
    system::Cancel cancel;
    int calls = 0;
    auto source = loop.add(cancel.descriptor(), [&](std::uint32_t) { calls += cancel.is_set(); });
    REQUIRE(source.await(EPOLLIN));
    cancel.end_after(1ms);
    const auto [ours, theirs] = sockets();
    system::Watch watch;
    loop.watch(watch);
    watch.readable(ours.descriptor());
    watch.until(Clock::now() + 10s);
    watch.wait();
    CHECK(watch.descriptors.front().revents == POLLIN);
    loop.dispatch(watch);
    CHECK(calls == 1);
}

TEST_CASE("what cannot be awaited is reported")
{
    EventLoop loop;
    auto source = loop.add(-1, [](std::uint32_t) {});
    CHECK_FALSE(source.await(EPOLLIN));
    CHECK(source.await(0));
    const auto none = EventLoop::Source();
    CHECK_FALSE(none);
}

}
