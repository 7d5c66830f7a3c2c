#include "catch.hpp"
#include "toolkit/text/file_form.hpp"
#include "toolkit/text/text.hpp"

#include <string>
#include <vector>

using namespace toolkit::text;

using namespace std::string_literals;
using Encoding = FileForm::Encoding;
using Newlines = FileForm::Newlines;

TEST_CASE("the form of a file is what all of it has in common")
{
    struct Row {
        std::string bytes;
        Encoding encoding;
        bool has_mark;
        Newlines newlines;
    };
    for (const Row& row : std::vector<Row> {{"", Encoding::utf8, false, Newlines::none},
             {"a", Encoding::utf8, false, Newlines::none},
             {"a\nb\n", Encoding::utf8, false, Newlines::lf},
             {"a\r\nb\r\nc", Encoding::utf8, false, Newlines::crlf},
             {"a\r\nb\r", Encoding::utf8, false, Newlines::crlf},
             {"a\rb\r", Encoding::utf8, false, Newlines::cr},
             {"a\r\nb\n", Encoding::utf8, false, Newlines::mixed},
             {"a\r\nb\rc\r\n", Encoding::utf8, false, Newlines::mixed},
             {"\xef\xbb\xbf"s, Encoding::utf8, true, Newlines::none},
             {"\xff\xfe"s, Encoding::utf16_little, true, Newlines::none},
             {"\xfe\xff\0a\0\n"s, Encoding::utf16_big, true, Newlines::lf},
             {"\xff\xfe"
              "a\0\x3d\xd8"s,
                 Encoding::utf16_little, true, Newlines::none},
             {"caf\xe9\r\n", Encoding::other, false, Newlines::crlf},
             {"a\xe2\x82"s, Encoding::utf8, false, Newlines::none},
             {"\0\xe9\n"s, Encoding::binary, false, Newlines::none}}) {
        CAPTURE(row.bytes);
        const FileForm form = form_of(row.bytes);
        CHECK(form.encoding == row.encoding);
        CHECK(form.has_mark == row.has_mark);
        CHECK(form.newlines == row.newlines);
    }
}

TEST_CASE("each byte is a character of Windows-1252, and back")
{
    for (int byte = 0; byte < 256; ++byte) {
        const std::string one(1, static_cast<char>(byte));
        const std::string text = from_windows_1252(one);
        CAPTURE(byte);
        CHECK(is_utf8(text));
        CHECK(to_windows_1252(text) == one);
    }
    CHECK_FALSE(to_windows_1252("\u2260"));
    CHECK_FALSE(to_windows_1252("\U0001D11E"));
}

TEST_CASE("text is readable if at most a tenth of its bytes is not UTF-8")
{
    CHECK(readable("123456789\xe9")->text == "123456789\uFFFD");
    CHECK(readable("123456789\xe9")->replaced == 1);
    CHECK_FALSE(readable("12345678\xe9"));
    CHECK_FALSE(readable("123456789\0 123456789\xe9"s));
    CHECK(readable("\0"s)->replaced == 0);
    CHECK(readable(std::string(27, 'a') + "\xed\xa0\xbd")->replaced == 1);
}

TEST_CASE("a character at the end may be cut off")
{
    CHECK(size_of_split_character("a\xe2\x82") == 2);
    CHECK(size_of_split_character("\xf0\x9d\x84") == 3);
    CHECK(size_of_split_character("a\u20ac") == 0);
    CHECK(size_of_split_character("a\xff") == 0);
    CHECK(size_of_split_character("\x82\x82\x82\x82") == 0);
    CHECK(size_of_split_character("") == 0);
}
