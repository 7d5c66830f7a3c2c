#include "catch.hpp"

#include "toolkit/io/line_reader.hpp"
#include "toolkit/system/file.hpp"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <string>
#include <vector>

namespace toolkit::io {

using Texts = std::vector<std::string>;
using Arrival = LineReader::Arrival;

static Texts texts_of(LineReader& lines)
{
    Texts texts;
    while (!lines.empty()) {
        const auto line = lines.take();
        texts.push_back(line.is_too_long ? "<too long>" : line.text);
    }
    return texts;
}

TEST_CASE("a line may arrive in pieces, and several in one")
{
    LineReader lines(5);
    lines.add("on");
    CHECK(lines.empty());
    lines.add("e\ntwo\n\nthr");
    CHECK(texts_of(lines) == Texts {"one", "two"});
    lines.end();
    CHECK(texts_of(lines) == Texts {"thr"});
    lines.end();
    CHECK(lines.empty());
}

TEST_CASE("empty lines are kept if they are wanted")
{
    LineReader lines(5, LineReader::Empty::kept);
    lines.add("\n\none\n");
    CHECK(texts_of(lines) == Texts {"", "", "one"});
    lines.end();
    CHECK(lines.empty());
}

TEST_CASE("a line that is too long is skipped to its end, and reported there")
{
    for (const bool is_in_pieces : {false, true}) {
        LineReader lines(5);
        const std::string text = "12345\n123456\n12345";
        for (std::size_t at = 0; at < text.size(); at += is_in_pieces ? 1 : text.size())
            lines.add(std::string_view(text).substr(at, is_in_pieces ? 1 : text.size()));
        CHECK(texts_of(lines) == Texts {"12345", "<too long>"});
        CHECK_FALSE(lines.is_in_long_line());
        lines.add("6");
        CHECK(lines.is_in_long_line());
        CHECK(lines.empty());
        lines.end();
        CHECK(texts_of(lines) == Texts {"<too long>"});
        CHECK_FALSE(lines.is_in_long_line());
    }
}

TEST_CASE("bytes that are not UTF-8 are reported")
{
    LineReader lines(5);
    lines.add("\xc3\xa4\n\xc3\n");
    CHECK(lines.take().is_utf8());
    CHECK_FALSE(lines.take().is_utf8());
}

TEST_CASE("a descriptor is read once, and a socket until it has no more")
{
    std::array<int, 2> ends {};
    REQUIRE(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends.data()) == 0);
    const File ours(ends[0]);
    File theirs(ends[1]);
    LineReader lines(1 << 20);
    CHECK(lines.read_some(ours.descriptor()) == Arrival::nothing);
    CHECK(lines.receive_all(ours.descriptor()) == Arrival::nothing);

    const std::string line = std::string(100'000, 'x') + "\n";
    REQUIRE(write(theirs.descriptor(), line.data(), line.size()) == ssize_t(line.size()));
    CHECK(lines.read_some(ours.descriptor()) == Arrival::bytes);
    CHECK(lines.empty());
    CHECK(lines.receive_all(ours.descriptor()) == Arrival::bytes);
    CHECK(texts_of(lines) == Texts {std::string(100'000, 'x')});

    theirs.close();
    CHECK(lines.read_some(ours.descriptor()) == Arrival::end);
    CHECK(lines.receive_all(ours.descriptor()) == Arrival::end);
    CHECK(lines.read_some(-1) == Arrival::end);
}

}
