#include "catch.hpp"

#include "toolkit/io/packet.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <span>
#include <utility>
#include <vector>

namespace toolkit::io {

namespace {

using Outcome = Packet::Outcome;

struct Numbers {
    std::int64_t first = 0;
    std::int32_t second = 0;
};

std::pair<File, File> sockets(int type)
{
    std::array<int, 2> ends {};
    REQUIRE(socketpair(AF_UNIX, type | SOCK_CLOEXEC, 0, ends.data()) == 0);
    return {File(ends[0]), File(ends[1])};
}

std::ptrdiff_t count_open()
{
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"),
        std::filesystem::directory_iterator());
}

bool is_same(const File& one, int other)
{
    return status_of(one, "one").st_ino == status_of(File(dup(other)), "other").st_ino;
}

}

TEST_CASE("a packet arrives whole, with its descriptors, which are closed on execution")
{
    for (const int type : {SOCK_SEQPACKET, SOCK_STREAM}) {
        const auto [ours, theirs] = sockets(type);
        std::vector<int> passed(max_passed, ours.descriptor());
        passed.back() = theirs.descriptor();
        CHECK(send_packet(ours.descriptor(), Numbers {7, 8}, passed) == 0);
        Numbers numbers;
        const Packet packet = receive_packet(theirs.descriptor(), numbers);
        CHECK(packet.outcome == Outcome::whole);
        CHECK(std::pair(numbers.first, numbers.second) == std::pair<std::int64_t, int>(7, 8));
        CHECK_FALSE(packet.lacks_descriptors);
        REQUIRE(packet.passed.size() == max_passed);
        CHECK(is_same(packet.passed.front(), ours.descriptor()));
        CHECK(is_same(packet.passed.back(), theirs.descriptor()));
        CHECK((fcntl(packet.passed.back().descriptor(), F_GETFD) & FD_CLOEXEC) != 0);
    }
}

TEST_CASE("a packet of another size is reported")
{
    const auto [ours, theirs] = sockets(SOCK_SEQPACKET);
    for (const std::size_t size : {1, 15, 17, 1000}) {
        const std::vector<std::byte> bytes(size);
        CHECK(send_packet(ours.descriptor(), std::span(bytes)) == 0);
        Numbers numbers;
        CHECK(receive_packet(theirs.descriptor(), numbers).outcome == Outcome::other_size);
    }
}

TEST_CASE("nothing waits that is not to wait")
{
    const auto [ours, theirs] = sockets(SOCK_SEQPACKET);
    Numbers numbers;
    CHECK(receive_packet(theirs.descriptor(), numbers, Wait::never).outcome == Outcome::none);
    int error = 0;
    for (int count = 0; count < 100'000 && error == 0; ++count)
        error = send_packet(ours.descriptor(), numbers, {}, Wait::never);
    CHECK(error == EAGAIN);
}

TEST_CASE("the end of the other process is reported")
{
    auto [ours, theirs] = sockets(SOCK_SEQPACKET);
    theirs.close();
    Numbers numbers;
    CHECK(send_packet(ours.descriptor(), numbers) == EPIPE);
    CHECK(receive_packet(ours.descriptor(), numbers).outcome == Outcome::end);
    CHECK(receive_packet(-1, numbers).outcome == Outcome::end);
}

TEST_CASE("more descriptors than are wanted, or can be open, are lost, and none is left open")
{
    const auto [ours, theirs] = sockets(SOCK_SEQPACKET);
    const std::array passed {ours.descriptor(), ours.descriptor(), theirs.descriptor()};
    const auto open_before = count_open();
    for (const std::size_t wanted : {0, 1, 2}) {
        CHECK(send_packet(ours.descriptor(), Numbers {}, passed) == 0);
        Numbers numbers;
        const Packet packet
            = receive_packet(theirs.descriptor(), numbers, Wait::until_done, wanted);
        CHECK(packet.outcome == Outcome::whole);
        CHECK(packet.lacks_descriptors);
        CHECK(packet.passed.size() == wanted);
    }
    CHECK(count_open() == open_before);

    rlimit limit {};
    REQUIRE(getrlimit(RLIMIT_NOFILE, &limit) == 0);
    const File first_free(dup(ours.descriptor()));
    const rlimit tight {static_cast<rlim_t>(first_free.descriptor()) + 2, limit.rlim_max};
    CHECK(send_packet(ours.descriptor(), Numbers {}, passed) == 0);
    REQUIRE(setrlimit(RLIMIT_NOFILE, &tight) == 0);
    Numbers numbers;
    const Packet packet = receive_packet(theirs.descriptor(), numbers);
    REQUIRE(setrlimit(RLIMIT_NOFILE, &limit) == 0);
    CHECK(packet.outcome == Outcome::whole);
    CHECK(packet.lacks_descriptors);
    CHECK(packet.passed.size() == 1);
}

TEST_CASE("too many descriptors are refused")
{
    const auto [ours, theirs] = sockets(SOCK_SEQPACKET);
    const std::vector<int> passed(max_passed + 1, ours.descriptor());
    CHECK(send_packet(ours.descriptor(), Numbers {}, passed) == EINVAL);
}

}
