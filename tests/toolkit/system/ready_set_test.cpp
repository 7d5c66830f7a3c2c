#include "catch.hpp"

#include "toolkit/system/ready_set.hpp"
#include "toolkit/system/watch.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <array>

namespace toolkit::system {

using namespace std::chrono_literals;

TEST_CASE("a set has those that are ready for what is awaited of them, until that has changed")
{
    std::array<int, 2> ends {};
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0);
    const File ours(ends[0]);
    const File theirs(ends[1]);
    const ReadySet ready;
    ReadySet::Interest interest {ours.descriptor(), 7};
    REQUIRE(ready.change(interest, EPOLLIN));
    CHECK(ready.take().empty());
    REQUIRE(write(theirs.descriptor(), "x", 1) == 1);

    Watch watch;
    watch.readable(ready.descriptor());
    watch.until(Watch::Clock::now() + 10s);
    watch.wait();
    CHECK(watch.descriptors.front().revents == POLLIN);
    for (int again = 0; again < 2; ++again) {
        const auto taken = ready.take();
        REQUIRE(taken.size() == 1);
        CHECK(taken.front().name == 7);
        CHECK(taken.front().events == EPOLLIN);
    }
    REQUIRE(ready.change(interest, EPOLLOUT));
    REQUIRE(ready.take().size() == 1);
    CHECK(ready.take().front().events == EPOLLOUT);
    REQUIRE(ready.change(interest, 0));
    CHECK(ready.take().empty());
    REQUIRE(ready.change(interest, EPOLLIN));
    CHECK(ready.take().size() == 1);
}

TEST_CASE("what cannot be awaited is said")
{
    const ReadySet ready;
    ReadySet::Interest none {-1};
    CHECK_FALSE(ready.change(none, EPOLLIN));
    CHECK(none.events == 0);
    CHECK(ready.change(none, 0));
}

}
