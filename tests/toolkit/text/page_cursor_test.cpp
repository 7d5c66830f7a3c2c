#include "catch.hpp"
#include "toolkit/text/cursor.hpp"

#include <string>

using toolkit::text::cursor_text;
using toolkit::text::read_cursor;
using PageCursor = toolkit::text::Cursor;

TEST_CASE("a cursor has as many numbers as it is read for")
{
    const PageCursor cursor {0xABC, {1, 0, 25}, "a:b/\xFF"};
    const std::string text = cursor_text(cursor);
    CHECK(read_cursor(text, 3) == cursor);
    CHECK_FALSE(read_cursor(text, 4));
    CHECK(read_cursor("1:2:3:a", 1)->path == "3:a");
    CHECK_FALSE(read_cursor("1:2:3:", 2));
}
