#include "catch.hpp"
#include "toolkit/reading/page.hpp"
#include "toolkit/text/text.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <string>

using namespace toolkit::reading;
using namespace toolkit::system;
using namespace toolkit::text;

namespace {

File file_of(const std::string& content)
{
    File file(memfd_create("file", MFD_CLOEXEC));
    write_whole(file, "file", content);
    return file;
}

// The whole file as one who follows every nextLine and nextOffset puts it together.
std::string follow(const File& file, std::size_t most, std::int64_t lines_at_once)
{
    std::string whole;
    for (std::int64_t first = 1;;) {
        const Page page = read_page(file, "file", {first, first + lines_at_once - 1, most});
        CHECK(page.content.size() <= most);
        CHECK((page.is_last || page.next_line || page.rest_at)); // there is always a way on
        whole += page.content;
        if (page.rest_at) {
            const std::string rest = read_range(file, "file", *page.rest_at, SIZE_MAX / 4);
            whole += rest.substr(0, std::min(rest.find('\n'), rest.size() - 1) + 1);
        }
        if (!page.next_line)
            return whole;
        CHECK(*page.next_line == page.last_line + 1);
        first = *page.next_line;
    }
}

}

TEST_CASE("who follows nextLine and nextOffset reads every byte once")
{
    const std::string contents[] = {
        "",
        "\n",
        "\n\n\n",
        "one",
        "one\n",
        "one\ntwo",
        "one\r\ntwo\r\n\r\nthree",
        "short\na line that is longer than most limits\nshort\n",
        "a line that is longer than most limits",
        "aé€𝄞é€𝄞a\né€𝄞\n",
        std::string("\xff\xfe\n\x00\x80\n", 6),
    };
    for (const auto& content : contents)
        for (std::size_t most = 1; most <= 50; ++most)
            for (const std::int64_t lines_at_once : {1, 2, 100}) {
                CAPTURE(content, most, lines_at_once);
                CHECK(follow(file_of(content), most, lines_at_once) == content);
            }
}

TEST_CASE("a cut in a line splits no character that fits the limit")
{
    const File file = file_of("aé€𝄞é€𝄞a\n");
    for (std::size_t most = 4; most <= 30; ++most)
        for (const Numbers numbers : {Numbers::none, Numbers::shown}) {
            const Page page = read_page(file, "file", {1, 1, most + 2, numbers});
            CAPTURE(most, page.content);
            CHECK(is_utf8(page.content));
            CHECK(page.content.size() <= most + 2);
        }
}

TEST_CASE("lines are found wherever the pieces end that a file is read in")
{
    constexpr std::size_t piece = std::size_t {256} * 1024;
    for (const std::size_t length : {piece - 2, piece - 1, piece, piece + 1, 2 * piece}) {
        const File file = file_of(std::string(length, 'x') + "\nlast\n");
        CAPTURE(length);
        CHECK(read_page(file, "file", {2, 2, 100}).content == "last\n");
        const Page first = read_page(file, "file", {1, 2, length});
        CHECK(first.content.size() == length);
        CHECK(first.rest_at == static_cast<std::int64_t>(length));
        CHECK(first.next_line == 2);
        const Page whole = read_page(file, "file", {1, 2, length + 6});
        CHECK(whole.content.size() == length + 6);
        CHECK(whole.is_last);
    }
}
