#include "catch.hpp"
#include "toolkit/system/encoding.hpp"

#include <string>

using namespace toolkit::system;

using namespace std::string_literals;

TEST_CASE("UTF-16 is known by its mark and its NULs")
{
    for (const auto& text :
        {"\xff\xfe"s, "\xff\xfe"s + "a\0b\0"s, "\xfe\xff\0a"s, "a\0b\0"s, "\0a\0\n"s}) {
        CAPTURE(text);
        CHECK(is_utf16(text));
    }
    for (const auto& text :
        {""s, "a\0"s, "abcd"s, "a\0\0\0b\0\0\0"s, "\0\0\0\0"s, "\xff\xfe\n"s, "a\0b\0cd"s}) {
        CAPTURE(text);
        CHECK_FALSE(is_utf16(text));
    }
}

TEST_CASE("a text in UTF-8 mixes encodings if the file has another")
{
    CHECK(mixes_encodings("caf\xe9", "\u00e9"));
    CHECK(mixes_encodings("a\0b\0"s, "a"));
    CHECK_FALSE(mixes_encodings("caf\xe9", "e"));
    CHECK_FALSE(mixes_encodings("caf\xe9", "\xe8"));
    CHECK_FALSE(mixes_encodings("caf\u00e9", "\u00e9"));
    CHECK_FALSE(mixes_encodings("", "\u00e9"));
    CHECK_FALSE(mixes_encodings("a\0b\0"s, "c\0d\0"s));
    CHECK_FALSE(mixes_encodings("caf\xe9", ""));
}
