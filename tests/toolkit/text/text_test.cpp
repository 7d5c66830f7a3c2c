#include "catch.hpp"
#include "toolkit/system/hash.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/text.hpp"

#include <vector>

using namespace toolkit::system;
using namespace toolkit::text;

using namespace std::string_literals;

TEST_CASE("UTF-8 is what RFC 3629 says")
{
    for (const auto& good :
        {""s, "abc"s, "\0"s, "é"s, "€"s, "𝄞"s, "\x7f"s, "\xf4\x8f\xbf\xbf"s, "\xed\x9f\xbf"s}) {
        CAPTURE(good);
        CHECK(is_utf8(good));
    }
    for (const auto& bad : {"\x80"s, "\xc3"s, "\xc0\x80"s, "\xc1\xbf"s, "\xe0\x80\x80"s,
             "\xed\xa0\x80"s, "\xf0\x80\x80\x80"s, "\xf4\x90\x80\x80"s, "\xf8\x88\x80\x80\x80"s,
             "\xff"s, "a\xe2\x82"s}) {
        CAPTURE(bad);
        CHECK_FALSE(is_utf8(bad));
    }
}

TEST_CASE("a boundary splits no character, and leaves other bytes alone")
{
    struct Row {
        std::string bytes;
        std::size_t position, boundary;
    };
    for (const Row& row : std::vector<Row> {{"abc", 2, 2}, {"abc", 9, 3}, {"aé", 2, 1},
             {"aé", 3, 3}, {"€", 1, 0}, {"€", 2, 0}, {"a𝄞", 2, 1}, {"a𝄞", 4, 1}, {"a𝄞", 5, 5},
             {"\xff\xff\xff", 2, 2}, {"", 0, 0}, {"a\xe2\x82", 2, 2}}) {
        CAPTURE(row.bytes, row.position);
        CHECK(utf8_boundary(row.bytes, row.position) == row.boundary);
    }
}

TEST_CASE("printable text is UTF-8, and different bytes print differently")
{
    CHECK(printable("añb") == "añb");
    CHECK(printable("back\\slash") == "back\\slash");
    CHECK(printable("a\xff") == "a\\xff");
    CHECK(printable("\\xff\xff") == "\\x5cxff\\xff");
    CHECK(in_quotes(std::string(300, 'x')).size() < 220);
}

TEST_CASE("base64 is RFC 4648, with its test vectors, both ways")
{
    const std::vector<std::pair<std::string, std::string>> vectors {{"", ""}, {"f", "Zg=="},
        {"fo", "Zm8="}, {"foo", "Zm9v"}, {"foob", "Zm9vYg=="}, {"fooba", "Zm9vYmE="},
        {"foobar", "Zm9vYmFy"}, {"\0\xff\xfe"s, "AP/+"}};
    for (const auto& [bytes, text] : vectors) {
        CHECK(base64_encode(bytes) == text);
        CHECK(base64_decode(text) == bytes);
    }
    for (int length = 0; length < 300; ++length) {
        std::string bytes;
        for (int index = 0; index < length; ++index)
            bytes += static_cast<char>(index * 37 + length);
        CHECK(base64_decode(base64_encode(bytes)) == bytes);
    }
}

TEST_CASE("base64 is strict")
{
    for (const char* bad : {"Zg", "Zg=", "Zg===", "Z", "=", "====", "Zm9v\n", " Zm9v", "Zm9-",
             "Zm9_", "Zh==", "Zm9=", "Zg==Zg==", "Z=g="}) {
        CAPTURE(bad);
        CHECK_FALSE(base64_decode(bad).has_value());
    }
}

TEST_CASE("base64 is strict at each place of a long text")
{
    const std::string text = base64_encode(std::string(50, 'x'));
    for (std::size_t at = 0; at < text.size() - 1; ++at)
        for (const char letter : {'=', '-', '\n', '\0', '\x80', '\xff'}) {
            std::string bad = text;
            bad[at] = letter;
            CAPTURE(at, letter);
            CHECK_FALSE(base64_decode(bad).has_value());
        }
}

TEST_CASE("the nearest name is the one that was meant, or none")
{
    const std::vector<std::string> names {"path", "maxResults", "contextLines", "ignoreCase"};
    CHECK(nearest("pth", names) == "path");
    CHECK(nearest("paht", names) == "path");
    CHECK(nearest("max_results", names) == "maxResults");
    CHECK(nearest("maxresults", names) == "maxResults");
    CHECK(nearest("ignorecase", names) == "ignoreCase");
    CHECK_FALSE(nearest("banana", names).has_value());
    CHECK_FALSE(nearest("x", names).has_value());
}

TEST_CASE("SHA-256 is FIPS 180-4, with its examples")
{
    CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    CHECK(sha256(std::string(1'000'000, 'a'))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("a text on one line has one space for each run of spaces and newlines")
{
    CHECK(on_one_line(" one\r\n\ttwo  three\n") == "one two three");
    CHECK(on_one_line(" \n ").empty());
}
