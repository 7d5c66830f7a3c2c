#include "catch.hpp"

#include "toolkit/io/output_queue.hpp"
#include "toolkit/system/file.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <string>
#include <string_view>

namespace toolkit::io {

namespace {

struct Ends {
    File to_read;
    File to_write;
};

Ends pipe_with(int flags)
{
    std::array<int, 2> ends {};
    REQUIRE(pipe2(ends.data(), O_CLOEXEC) == 0);
    REQUIRE(fcntl(ends[1], F_SETFL, flags) == 0);
    REQUIRE(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0);
    return {File(ends[0]), File(ends[1])};
}

std::string read_all(const File& file)
{
    std::string text;
    std::array<char, 4096> bytes {};
    for (ssize_t count = 0; (count = read(file.descriptor(), bytes.data(), bytes.size())) > 0;)
        text.append(bytes.data(), static_cast<std::size_t>(count));
    return text;
}

std::string numbers(std::size_t size)
{
    std::string text;
    for (std::size_t number = 0; text.size() < size; ++number)
        text += std::to_string(number) + ' ';
    return text;
}

OutputQueue::Written write_in(OutputQueue& queue, const File& file, const std::string& manner)
{
    return manner == "blocking" ? queue.write_without_waiting(file.descriptor())
        : manner == "socket"    ? queue.send_some(file.descriptor())
                                : queue.write_some(file.descriptor());
}

Ends ends_for(const std::string& manner)
{
    if (manner != "socket")
        return pipe_with(manner == "blocking" ? 0 : O_NONBLOCK);
    std::array<int, 2> ends {};
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0);
    REQUIRE(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0);
    return {File(ends[0]), File(ends[1])};
}

}

TEST_CASE("what a reader does not take yet waits in the queue, in order")
{
    for (const std::string manner : {"pipe", "blocking", "socket"}) {
        CAPTURE(manner);
        const Ends ends = ends_for(manner);
        OutputQueue queue;
        const std::string text = numbers(1'000'000);
        queue.add(text.substr(0, 600'000));
        std::string arrived;
        std::size_t count = 0;
        for (bool is_all_added = false; !queue.empty(); is_all_added = true) {
            const auto written = write_in(queue, ends.to_write, manner);
            CHECK(written.error == 0);
            CHECK(written.count > 0);
            count += written.count;
            if (!is_all_added)
                queue.add(text.substr(600'000));
            arrived += read_all(ends.to_read);
            CHECK(queue.size() == text.size() - count);
        }
        CHECK(arrived == text);
        CHECK(write_in(queue, ends.to_write, manner).count == 0);
    }
}

TEST_CASE("of a text what was written is removed")
{
    std::signal(SIGPIPE, SIG_IGN);
    Ends ends = pipe_with(O_NONBLOCK);
    const std::string text = numbers(100'000);
    std::string_view rest = text;
    std::string arrived;
    while (!rest.empty()) {
        CHECK(write_some(ends.to_write.descriptor(), rest) == 0);
        arrived += read_all(ends.to_read);
        CHECK(arrived.size() + rest.size() == text.size());
    }
    CHECK(arrived == text);
    rest = text;
    ends.to_read.close();
    CHECK(write_some(ends.to_write.descriptor(), rest) == EPIPE);
    CHECK(rest == text);
}

TEST_CASE("a queue is full above its mark, until it was written or cleared")
{
    const Ends ends = pipe_with(O_NONBLOCK);
    OutputQueue queue(4);
    queue.add("1234");
    CHECK_FALSE(queue.is_full());
    queue.add("5");
    CHECK(queue.is_full());
    CHECK(queue.write_some(ends.to_write.descriptor()).count == 5);
    CHECK_FALSE(queue.is_full());
    queue.add("123456");
    queue.clear();
    CHECK(queue.empty());
}

TEST_CASE("the loss of the reader is reported, and what was not written stays")
{
    std::signal(SIGPIPE, SIG_IGN);
    for (const std::string manner : {"pipe", "blocking", "socket"}) {
        CAPTURE(manner);
        Ends ends = ends_for(manner);
        ends.to_read.close();
        OutputQueue queue;
        queue.add("text");
        CHECK(write_in(queue, ends.to_write, manner).error == EPIPE);
        CHECK(queue.size() == 4);
    }
    OutputQueue queue;
    queue.add("text");
    CHECK(queue.write_some(-1).error == EBADF);
}

}
