#include "catch.hpp"

#include "toolkit/http/admission.hpp"
#include "toolkit/http/token.hpp"
#include "toolkit/system/error.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace toolkit::http {

using toolkit::ToolError;

static Admission admission(Admission::Rules rules = {})
{
    if (rules.address.port == 0 && !rules.address.is_unix())
        rules.address = parse_address("127.0.0.1:4000");
    return Admission(rules);
}

static HttpHead with(HttpFields fields) { return {"POST", "/mcp", std::move(fields)}; }

static bool lets_in(const Admission& who, const HttpFields& fields)
{
    return !who.misdirected(with(fields));
}

TEST_CASE("a request is for this server if its Host is one of its names with its port")
{
    const Admission own = admission({.hosts = {"Tools.example", "proxy.example:8443"}});
    for (const char* host : {"127.0.0.1:4000", "localhost:4000", "LocalHost:4000", "[::1]:4000",
             "tools.example", "tools.EXAMPLE:4000", "proxy.example:8443"}) {
        INFO(host);
        CHECK(lets_in(own, {{"host", host}}));
    }
    for (const char* host : {"", "127.0.0.1", "localhost", "localhost:4001", "localhost:80",
             "evil.example", "evil.example:4000", "localhost:4000.evil.example",
             "localhost.evil.example:4000", "127.0.0.1:4000@evil.example", "tools.example:80",
             "proxy.example", "0.0.0.0:4000", "[::]:4000", "127.1:4000", "localhost:04000"}) {
        INFO(host);
        CHECK_FALSE(lets_in(own, {{"host", host}}));
    }
    CHECK_FALSE(lets_in(own, {{"host", "localhost:4000"}, {"host", "localhost:4000"}}));
    CHECK(lets_in(admission({.address = parse_address("127.0.0.1:80")}), {{"host", "localhost"}}));
}

TEST_CASE("a web page is let in if it is of this server, or its origin is allowed by name")
{
    const Admission own
        = admission({.hosts = {"tools.example"}, .origins = {"https://App.example"}});
    const auto allows = [&](const char* origin) {
        return lets_in(own, {{"host", "localhost:4000"}, {"origin", origin}});
    };
    for (const char* origin : {"http://localhost:4000", "http://127.0.0.1:4000",
             "http://[::1]:4000", "https://app.example", "https://APP.example"}) {
        INFO(origin);
        CHECK(allows(origin));
    }
    for (const char* origin : {"", "null", "https://localhost:4000", "http://localhost",
             "http://localhost:3000", "http://evil.example", "http://app.example",
             "https://app.example.evil.example", "https://app.example:8443",
             "http://localhost:4000/", "file://", "http://localhost:4000, https://app.example"}) {
        INFO(origin);
        CHECK_FALSE(allows(origin));
    }
}

TEST_CASE("only a page that is allowed by name can read an answer, and ask before")
{
    const Admission own = admission({.origins = {"https://app.example"}});
    HttpHead head = with({{"origin", "https://app.example"}});
    CHECK(own.fields_for(head).front().second == "https://app.example");
    CHECK_FALSE(own.preflight(head));
    head.method = "OPTIONS";
    CHECK_FALSE(own.preflight(head));
    head.fields.emplace_back("access-control-request-method", "POST");
    CHECK(own.preflight(head)->status == 204);
    for (const char* origin : {"http://localhost:4000", "https://evil.example"}) {
        head.fields.front().second = origin;
        CHECK(own.fields_for(head).empty());
        CHECK_FALSE(own.preflight(head));
    }
}

TEST_CASE("on a Unix socket any Host will do, and no page")
{
    const Admission own = admission({.address = parse_address("unix:/run/s")});
    CHECK(lets_in(own, {{"host", "anything"}}));
    CHECK_FALSE(lets_in(own, {{"host", "localhost"}, {"origin", "http://localhost"}}));
    CHECK_FALSE(lets_in(own, {{"host", "localhost:0"}, {"origin", "http://localhost:0"}}));
}

TEST_CASE("the token is asked for")
{
    const std::string token(64, 'a');
    const Admission own = admission({.token = token, .metadata_url = "https://x/y"});
    const auto allows = [&](const std::string& authorization) {
        return !own.unauthorized(with({{"authorization", authorization}}));
    };
    CHECK(allows("Bearer " + token));
    CHECK(allows("bearer  " + token));
    for (const std::string& wrong : {std::string(), token, std::string("Bearer"),
             "Bearer " + token + "a", "Bearer " + token.substr(1), "Basic " + token,
             "Bearer " + token + ", Bearer " + token}) {
        INFO(wrong);
        CHECK_FALSE(allows(wrong));
    }
    const auto answer = own.unauthorized(with({}));
    CHECK(answer->status == 401);
    CHECK(answer->fields.back().second == "Bearer resource_metadata=\"https://x/y\"");
    CHECK_FALSE(admission().unauthorized(with({})));
}

TEST_CASE("a token is of a file that only its user can read, and made if it is missing")
{
    std::string place = std::filesystem::temp_directory_path() / "test.XXXXXX";
    REQUIRE(mkdtemp(place.data()) != nullptr);
    const std::string file = place + "/token";
    const Token made = token_in(file);
    CHECK(made.is_new);
    CHECK(made.text.size() == 64);
    struct stat status { };
    REQUIRE(stat(file.c_str(), &status) == 0);
    CHECK((status.st_mode & 07777U) == 0600U);
    CHECK(token_in(file).text == made.text);
    CHECK_FALSE(token_in(file).is_new);
    CHECK(token_in(place + "/other").text != made.text);

    for (const mode_t mode : {0400U, 0640U, 0604U, 0700U}) {
        REQUIRE(chmod(file.c_str(), mode) == 0);
        CHECK_THROWS_AS(token_in(file), ToolError);
    }
    REQUIRE(chmod(file.c_str(), 0600) == 0);
    REQUIRE(symlink(file.c_str(), (place + "/link").c_str()) == 0);
    CHECK_THROWS_AS(token_in(place + "/link"), ToolError);
    CHECK_THROWS_AS(token_in(place), ToolError);
    CHECK_THROWS_AS(token_in(place + "/missing/token"), ToolError);
    for (const std::string& text : {std::string(), std::string(31, 'a'), std::string(40, ' '),
             std::string(20, 'a') + "\n" + std::string(20, 'a')}) {
        std::ofstream(file) << text;
        CHECK_THROWS_AS(token_in(file), ToolError);
    }
    std::filesystem::remove_all(place);
}

TEST_CASE("an address is a number with its port, or a path")
{
    for (const char* text : {"127.0.0.1:0", "[::1]:8080", "0.0.0.0:65535", "unix:/run/s"})
        CHECK(address_text(parse_address(text)) == text);
    CHECK(address_text(parse_address("[0:0::1]:1")) == "[::1]:1");
    for (const char* text : {"", "8080", ":8080", "localhost:8080", "127.0.0.1",
             "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "127.0.0.1:+1", "127.0.0.1: 1",
             "127.1:80", "::1:80", "[::1]", "[127.0.0.1]:80", "unix:"}) {
        INFO(text);
        CHECK_THROWS_AS(parse_address(text), ToolError);
    }
    CHECK_THROWS_AS(parse_address("unix:/" + std::string(120, 'a')), ToolError);
    CHECK(parse_address("127.9.9.9:1").is_local());
    CHECK(parse_address("unix:s").is_local());
    CHECK_FALSE(parse_address("0.0.0.0:1").is_local());
    CHECK_FALSE(parse_address("[::]:1").is_local());
}

}
