#include "catch.hpp"
#include "tools/fetch_url/urls.hpp"

#include "toolkit/system/error.hpp"

using namespace fetch_url;

TEST_CASE("a URL is read as browsers read it")
{
    const auto [given, expected] = GENERATE(table<std::string, std::string>({
        {"https://example.com", "https://example.com/"},
        {" HTTPS://Example.COM/Path \n", "https://example.com/Path"},
        {"https://example.com./", "https://example.com/"},
        {"https://example.com:443/a", "https://example.com/a"},
        {"http://example.com:8080/a", "http://example.com:8080/a"},
        {"https://example.com/a#part", "https://example.com/a"},
        {"https://example.com?q=1#x?y", "https://example.com/?q=1"},
        {"https://example.com/@user/a:b", "https://example.com/@user/a:b"},
        {"https://example.com/a b/ä?q=ü \"", "https://example.com/a%20b/%C3%A4?q=%C3%BC%20%22"},
        {"https://example.com/a%20b", "https://example.com/a%20b"},
        {"https://example.com\\@evil.org/", "https://example.com/%5C@evil.org/"},
        {"http://[2001:DB8::1]/", "http://[2001:db8::1]/"},
    }));
    INFO(given);
    CHECK(text_of(read_url(given)) == expected);
}

TEST_CASE("a URL that can't be asked for is refused without its secrets")
{
    const auto given = GENERATE(values<std::string>({"", "example.com", "/path", "//example.com",
        "https:example.com", "https:///path", "https://", "https://./", "https://a../",
        "https://user@example.com/", "https://:secret@example.com/", "https://exämple.com/",
        "https://a b/", "https://a:0/", "https://a:65536/", "https://[::1", "ftp://example.com/",
        "javascript:alert(1)", "data:text/html,x", "https://example.com:x/?secret"}));
    INFO(given);
    try {
        read_url(given);
        FAIL("it is taken");
    } catch (const toolkit::ToolError& error) {
        CHECK(error.message.find("secret") == std::string::npos);
    }
    CHECK_THROWS_AS(read_url("https://a/" + std::string(max_url, 'x')), toolkit::ToolError);
}

TEST_CASE("a reference is resolved (RFC 3986, section 5.4)")
{
    const auto [reference, expected] = GENERATE(table<std::string, std::string>({
        {"g", "http://a/b/c/g"},
        {"./g", "http://a/b/c/g"},
        {"g/", "http://a/b/c/g/"},
        {"/g", "http://a/g"},
        {"//g", "http://g/"},
        {"?y", "http://a/b/c/d;p?y"},
        {"g?y", "http://a/b/c/g?y"},
        {"#s", "http://a/b/c/d;p?q"},
        {"g#s", "http://a/b/c/g"},
        {"", "http://a/b/c/d;p?q"},
        {".", "http://a/b/c/"},
        {"..", "http://a/b/"},
        {"../g", "http://a/b/g"},
        {"../../g", "http://a/g"},
        {"../../../../g", "http://a/g"},
        {"/./g", "http://a/g"},
        {"/../g", "http://a/g"},
        {"./g/.", "http://a/b/c/g/"},
        {"g/../h", "http://a/b/c/h"},
        {"g?y/../x", "http://a/b/c/g?y/../x"},
        {"https://b/x", "https://b/x"},
    }));
    INFO(reference);
    CHECK(text_of(resolved(read_url("http://a/b/c/d;p?q"), reference)) == expected);
}

TEST_CASE("an error shows no query")
{
    CHECK(shown(read_url("https://example.com/a?token=secret")) == "'https://example.com/a?…'");
    CHECK(shown(read_url("https://example.com/a")) == "'https://example.com/a'");
}
