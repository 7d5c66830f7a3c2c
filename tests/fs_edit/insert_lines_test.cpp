#include "tools/fs_edit/edit_file.hpp"

#include "tests/catch.hpp"
#include "toolkit/system/error.hpp"

using fs_edit::insert_lines;

static std::string inserted(std::string text, std::string_view new_text, std::int64_t after_line)
{
    const auto change = insert_lines(text, new_text, after_line, "f");
    return text.replace(change.match.begin, change.match.end - change.match.begin, change.text);
}

TEST_CASE("lines are inserted after a line")
{
    CHECK(inserted("a\nb\n", "x", 0) == "x\na\nb\n");
    CHECK(inserted("a\nb\n", "x\n", 1) == "a\nx\nb\n");
    CHECK(inserted("a\nb\n", "x\ny", 2) == "a\nb\nx\ny\n");
    CHECK(inserted("a\nb\n", "\n", 1) == "a\n\nb\n");
    CHECK(inserted("", "x", 0) == "x\n");
}

TEST_CASE("inserted lines have the newlines of the file")
{
    CHECK(inserted("a\r\nb\r\n", "x\ny\n", 1) == "a\r\nx\r\ny\r\nb\r\n");
    CHECK(inserted("a\nb\n", "x\r\n", 1) == "a\nx\nb\n");
    CHECK(inserted("a\rb\r", "x\n", 1) == "a\rx\rb\r");
    CHECK(inserted("a\r\nb", "x", 2) == "a\r\nb\r\nx");
    CHECK(inserted("", "x\r\ny\r\n", 0) == "x\r\ny\r\n");
}

TEST_CASE("a missing final newline stays missing unless the new text has one")
{
    CHECK(inserted("a\nb", "x", 2) == "a\nb\nx");
    CHECK(inserted("a\nb", "x\n", 2) == "a\nb\nx\n");
    CHECK(inserted("a\nb", "x", 1) == "a\nx\nb");
}

TEST_CASE("a byte order mark stays first")
{
    CHECK(inserted("\xef\xbb\xbf"
                   "a\n",
              "x", 0)
        == "\xef\xbb\xbf"
           "x\na\n");
    CHECK(inserted("\xef\xbb\xbf", "x", 0)
        == "\xef\xbb\xbf"
           "x\n");
}

TEST_CASE("the lines that can be inserted after are counted")
{
    const char* const text
        = GENERATE("", "a", "a\n", "a\nb", "a\r\nb\r\n", "a\rb\r", "a\rb", "\n\n");
    const auto count = fs_edit::count_lines(text);
    INFO(text);
    CHECK_NOTHROW(inserted(text, "x", count));
    CHECK_THROWS_AS(inserted(text, "x", count + 1), toolkit::ToolError);
}

TEST_CASE("a line that is not there is refused")
{
    CHECK_THROWS_AS(inserted("a\nb\n", "x", 3), toolkit::ToolError);
    CHECK_THROWS_AS(inserted("", "x", 1), toolkit::ToolError);
    CHECK_THROWS_AS(inserted(std::string("a\0\n\0", 4), "x", 1), toolkit::ToolError);
}
