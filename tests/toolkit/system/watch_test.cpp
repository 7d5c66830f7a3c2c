#include "catch.hpp"

#include "toolkit/system/cancel.hpp"
#include "toolkit/system/file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <string>
#include <utility>

namespace toolkit::system {

using namespace std::chrono_literals;
using Clock = Watch::Clock;

static std::pair<File, File> pipe_ends()
{
    std::array<int, 2> ends {};
    REQUIRE(pipe2(ends.data(), O_CLOEXEC) == 0);
    return {File(ends[0]), File(ends[1])};
}

TEST_CASE("a descriptor is ready for what is awaited of it, or at its end")
{
    auto [to_read, to_write] = pipe_ends();
    CHECK(wait_for(to_read.descriptor(), POLLIN, 0ms) == 0);
    CHECK_FALSE(is_readable(to_read.descriptor()));
    CHECK(wait_for(to_write.descriptor(), POLLOUT) == POLLOUT);
    CHECK(wait_for(to_write.descriptor(), 0, 0ms) == 0);
    REQUIRE(write(to_write.descriptor(), "x", 1) == 1);
    CHECK(wait_for(to_read.descriptor(), POLLIN) == POLLIN);
    CHECK(is_readable(to_read.descriptor()));
    to_write.close();
    CHECK((wait_for(to_read.descriptor(), POLLIN) & POLLHUP) != 0);
    auto [unread, broken] = pipe_ends();
    unread.close();
    CHECK((wait_for(broken.descriptor(), 0, 0ms) & POLLERR) != 0);
}

TEST_CASE("a wait ends with its time, and -1 is never ready")
{
    const auto begin = Clock::now();
    CHECK(wait_for(-1, POLLIN, 20ms) == 0);
    CHECK(Clock::now() >= begin + 20ms);
    Watch watch;
    watch.readable(-1);
    watch.until(begin);
    watch.wait();
    CHECK_FALSE(watch.is_ready(-1));
}

TEST_CASE("several descriptors are awaited together")
{
    const auto [to_read, to_write] = pipe_ends();
    const auto [other, other_end] = pipe_ends();
    Watch watch;
    watch.readable(to_read.descriptor());
    watch.readable(other.descriptor());
    watch.until(Clock::now() + 10s);
    REQUIRE(write(other_end.descriptor(), "x", 1) == 1);
    watch.wait();
    CHECK_FALSE(watch.is_ready(to_read.descriptor()));
    CHECK(watch.events_of(other.descriptor()) == POLLIN);
    CHECK_FALSE(watch.is_ready(to_write.descriptor()));
}

TEST_CASE("a text is written in pieces for which there is room, or until that is given up")
{
    const auto [to_read, to_write] = pipe_ends();
    const std::string text(1 << 20, 'x');
    int looks = 0;
    std::array<char, 64 << 10> bytes {};
    std::size_t arrived = 0;
    const auto has_room = [&, in = to_read.descriptor(), out = to_write.descriptor()] {
        ++looks;
        while (wait_for(out, POLLOUT, 0ms) == 0)
            arrived += static_cast<std::size_t>(read(in, bytes.data(), bytes.size()));
        return true;
    };
    CHECK(write_where_room_is(to_write.descriptor(), text, has_room) == 0);
    CHECK(looks >= (1 << 20) / PIPE_BUF);
    CHECK(arrived >= text.size() - (128 << 10));
    CHECK(write_where_room_is(to_write.descriptor(), text, [] { return false; }) == EAGAIN);
    CHECK(write_where_room_is(-1, text, [] { return true; }) == EBADF);
}

}
