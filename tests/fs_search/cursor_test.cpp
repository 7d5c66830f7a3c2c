#include "catch.hpp"
#include "random.hpp"
#include "toolkit/text/path_names.hpp"
#include "tools/fs_search/findings.hpp"

#include <algorithm>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

using namespace fs_search;

namespace {

std::string random_path(Random& random)
{
    std::string path;
    for (auto left = 1 + random() % 5; left > 0; --left)
        path
            += any(random, {"a", "b", "/", ".", "-", ":", " ", "\xFF", "\xC3\xA9", "base64:", "0"});
    return path;
}

std::vector<std::string> names_of(const std::string& path)
{
    std::vector<std::string> names;
    std::istringstream text(path);
    for (std::string name; std::getline(text, name, '/');)
        names.push_back(name);
    return names;
}

}

TEST_CASE("a cursor is read as it was written")
{
    Random random(1);
    for (int round = 0; round < random_patterns; ++round) {
        const auto number
            = [&](std::uint32_t below) { return static_cast<std::int64_t>(random() % below); };
        const std::int64_t large = std::numeric_limits<std::int64_t>::max() - number(1000);
        const PageEnd end {random_path(random), number(3), number(1000), number(2) * large};
        const auto request = static_cast<std::uint32_t>(random());
        const std::string text = cursor_of(end, request);
        CAPTURE(text);
        const auto cursor = read_cursor(text);
        REQUIRE(cursor);
        CHECK(cursor->request == request);
        CHECK(cursor->end == end);
    }
}

TEST_CASE("a text is no cursor unless it could have been written")
{
    for (const char* text : {"", ":", "1", "1:2:3:4", "1:2:3:4:", "x:2:3:4:a", "1:-2:3:4:a",
             "1:2:3:99999999999999999999:a", "123456789:2:3:4:a", "01:2:3:4:a", "1:02:3:4:a",
             "1: 2:3:4:a", "1:2:3:4:\xFF", "1:2:3:4:base64:!", "1:2:3:4:base64:", "F:2:3:4:a"}) {
        CAPTURE(text);
        CHECK_FALSE(read_cursor(text));
    }
    Random random(2);
    for (int round = 0; round < random_patterns; ++round) {
        std::string text = cursor_of({random_path(random), 12, 3, 0}, 0xABCDEF);
        text[random() % text.size()] = static_cast<char>(random());
        if (const auto cursor = read_cursor(text))
            CHECK(cursor_of(cursor->end, cursor->request).size() >= 9);
    }
}

TEST_CASE("paths are in the order of the names in them")
{
    Random random(3);
    for (int round = 0; round < random_patterns; ++round) {
        std::string left;
        std::string right;
        for (std::string* path : {&left, &right})
            for (auto count = random() % 4; count > 0; --count)
                *path += std::string(path->empty() ? "" : "/")
                    + any(random, {"a", "a.c", "a-b", "ab", "\xFF", "B"});
        const auto left_names = names_of(left);
        const auto right_names = names_of(right);
        CAPTURE(left, right);
        CHECK((toolkit::text::compare_paths(left, right) < 0) == (left_names < right_names));
        CHECK((toolkit::text::compare_paths(left, right) == 0) == (left == right));
    }
}

TEST_CASE("what is beneath a directory has its names and more")
{
    CHECK(toolkit::text::is_beneath("a/b", "a"));
    CHECK(toolkit::text::is_beneath("a", "."));
    CHECK_FALSE(toolkit::text::is_beneath("ab/c", "a"));
    CHECK_FALSE(toolkit::text::is_beneath("a", "a"));
}
