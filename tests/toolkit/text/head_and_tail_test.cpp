#include "catch.hpp"

#include "toolkit/text/elision.hpp"

#include <string>

using namespace toolkit::text;

TEST_CASE("a long text is cut between lines that are near, else between characters")
{
    const struct {
        std::string text;
        std::size_t max;
        std::string head, tail;
    } rows[] = {
        {"ab\ncd\nef", 4, "ab\n", "ef"},
        {"abcdefgh", 3, "abc", "fgh"},
        {"a\nbcdefghijklmn", 8, "a\nbcdefg", "ghijklmn"},
        {"abcdefghijkl\nm", 8, "abcdefgh", "ghijkl\nm"},
        {"日本語", 4, "日", "語"},
        {"\x80\x80\x80\x80\x80\x80\x80\x80", 5, "\x80\x80\x80\x80\x80", "\x80\x80"},
        {"abc", 0, "", ""},
        {"abc", 3, "abc", "abc"},
    };
    for (const auto& row : rows) {
        INFO(row.text);
        CHECK(row.text.substr(0, end_of_head(row.text, row.max)) == row.head);
        CHECK(row.text.substr(begin_of_tail(row.text, row.max)) == row.tail);
    }
}
