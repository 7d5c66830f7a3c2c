#include "catch.hpp"
#include "tools/fetch_url/content.hpp"

#include "toolkit/system/error.hpp"

using namespace fetch_url;

TEST_CASE("a Content-Type has a type and a charset")
{
    const auto [field, type, charset] = GENERATE(table<std::string, std::string, std::string>({
        {"", "", ""},
        {"text/html", "text/html", ""},
        {" Text/HTML ; Charset=\"UTF-8\"; x=y", "text/html", "utf-8"},
        {"text/plain;charset = latin1", "text/plain", "latin1"},
        {"text/plain; xcharset; charset", "text/plain", ""},
    }));
    INFO(field);
    CHECK(content_type_of(field).type == type);
    CHECK(content_type_of(field).charset == charset);
}

TEST_CASE("text is read, anything else is not")
{
    const auto [type, expected] = GENERATE(table<std::string, bool>({
        {"", true},
        {"text/html", true},
        {"text/x-anything", true},
        {"application/json", true},
        {"application/ld+json", true},
        {"image/svg+xml", true},
        {"application/octet-stream", false},
        {"application/pdf", false},
        {"image/png", false},
        {"multipart/form-data", false},
    }));
    INFO(type);
    CHECK(is_textual({type, ""}) == expected);
}

TEST_CASE("bytes become UTF-8")
{
    const auto [body, field, expected] = GENERATE(table<std::string, std::string, std::string>({
        {"caf\xc3\xa9", "text/plain", "café"},
        {"caf\xc3\xa9", "text/plain; charset=utf-8", "café"},
        {"\xef\xbb\xbf"
         "caf\xc3\xa9",
            "text/plain; charset=iso-8859-1", "café"},
        {"caf\xe9 \x80", "text/plain; charset=iso-8859-1", "café €"},
        {"caf\xe9", "text/plain; charset=windows-1252", "café"},
        {"caf\xe9", "text/plain; charset=us-ascii", "café"},
        {"caf\xe9", "text/plain", "café"},
        {"plain", "text/plain; charset=gb2312", "plain"},
        {"<meta charset=latin1><p>caf\xe9", "text/html", "café\n"},
        {"<meta content='text/html; charset=latin1'><p>caf\xe9", "text/html", "café\n"},
        {"<?xml encoding='ISO-8859-1'?><a>\xe9</a>", "application/xml",
            "<?xml encoding='ISO-8859-1'?><a>é</a>"},
        {"<html><p>a</html>", "", "a\n"},
        {"<p>a", "", "<p>a"},
        {"<p>a", "text/plain", "<p>a"},
        {std::string("\xff\xfe"
                     "a\0\xe9\0",
             6),
            "text/plain", "aé"},
    }));
    INFO(body << " " << field);
    CHECK(content_of(body, content_type_of(field), false).text == expected);
}

TEST_CASE("bytes that are no character are counted, and a character that is cut off is not")
{
    const std::string text = "a text of some length: \xff";
    const Content content = content_of(text, {"text/plain", "utf-8"}, false);
    CHECK(content.text == "a text of some length: \uFFFD");
    CHECK(content.replaced == 1);
    CHECK(content_of("caf\xc3", {"text/plain", ""}, true).text == "caf");
    CHECK(content_of("caf\xc3", {"text/plain", ""}, false).text == "cafÃ");
}

TEST_CASE("what is not text is refused")
{
    const auto [body, charset] = GENERATE(table<std::string, std::string>({
        {std::string("a\0b", 3), ""},
        {std::string("a\0b", 3), "iso-8859-1"},
        {std::string("a\0b", 3), "shift_jis"},
        {"\xff\xfe\xff", "utf-8"},
        {"\x82\xa0", "shift_jis"},
        {"\x1b$B$\"\x1b(B", "iso-2022-jp"},
        {"abc", "utf-16"},
    }));
    INFO(body << " " << charset);
    CHECK_THROWS_AS(content_of(body, {"text/plain", charset}, false), toolkit::ToolError);
}
