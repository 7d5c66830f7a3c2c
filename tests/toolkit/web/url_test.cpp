#include "catch.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/web/url.hpp"

using namespace toolkit::web;
using namespace toolkit::system;

TEST_CASE("a base URL is taken apart")
{
    const auto [text, peer, path] = GENERATE(table<std::string, std::string, std::string>({
        {"https://api.openai.com/v1", "api.openai.com:443", "/v1"},
        {"https://api.openai.com/v1/", "api.openai.com:443", "/v1"},
        {"http://localhost", "localhost:80", ""},
        {"http://localhost:8080//", "localhost:8080", ""},
        {"http://127.0.0.1:1/a/b", "127.0.0.1:1", "/a/b"},
        {"http://[::1]:99/v1", "[::1]:99", "/v1"},
        {"https://[::1]", "[::1]:443", ""},
        {"HTTPS://host/v1", "host:443", "/v1"},
    }));
    const Url url = parse_url(text);
    CHECK(authority(url) == peer);
    CHECK(url.path == path);
    CHECK((url.scheme == Scheme::https) == (text[4] == 's' || text[4] == 'S'));
}

TEST_CASE("the query of a base URL is kept apart from its path")
{
    const Url url = parse_url("https://host/v1/?api-version=1&x=a/b@c");
    CHECK(url.path == "/v1");
    CHECK(url.query == "?api-version=1&x=a/b@c");
    CHECK(authority(parse_url("http://host?q")) == "host:80");
}

TEST_CASE("what is no base URL is refused")
{
    const std::string text = GENERATE(as<std::string>(), "", "localhost", "ftp://x", "http://",
        "http:///v1", "http://:80", "http://x:0", "http://x:65536", "http://x:", "http://x:8a",
        "http://u:p@x", "http://x/#f", "http://x?q#f", "http://x/a b", "http://[::1",
        "http://[::1]x", "http://x/\r\nY: z", "http://\xc3\xbc", "http", "https:", "://x",
        "http://x/v1/chat/completions", "http://x/v1/embeddings/");
    CAPTURE(text);
    CHECK_THROWS_AS(parse_url(text), ToolError);
}

TEST_CASE("an address is kept as it is")
{
    const auto [text, path] = GENERATE(table<std::string, std::string>({
        {"http://host/mcp/", "/mcp/"},
        {"http://host", ""},
        {"http://host/v1/chat/completions", "/v1/chat/completions"},
    }));
    CHECK(parse_address(text).path == path);
    CHECK_THROWS_AS(parse_address("http://u:p@x"), ToolError);
}
