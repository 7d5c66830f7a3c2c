#include "catch.hpp"

#include "agent/redaction/command_secrets.hpp"
#include "toolkit/web/route.hpp"

using namespace toolkit::web;
using namespace agent::redaction;

using Texts = std::vector<std::string>;

TEST_CASE("what is secret about a header")
{
    const auto [header, expected] = GENERATE(table<std::string, Texts>({
        {"Authorization: Bearer abc==", {"abc=="}},
        {"authorization:  Basic bWU6aHVudGVyMjI=", {"bWU6aHVudGVyMjI=", "hunter22"}},
        {"Proxy-Authorization: basic bWU6YTpi", {"bWU6YTpi", "a:b"}},
        {"Authorization: Token token=abc", {"token=abc", "abc"}},
        {"X-Api-Key: one", {"one"}},
        {"Cookie: lang=english; sid=abcdefgh1; last=x", {"abcdefgh1", "x"}},
        {"Cookie: bare", {"bare"}},
        {"Accept: text", {}},
        {"X-Auth: Zq7xK2mP9", {"Zq7xK2mP9"}},
        {"X-Auth: kerberos", {}},
        {"X-Session: Zq7xK2mP9", {"Zq7xK2mP9"}},
        {"X-Session-Id: 12-34ab", {"12-34ab"}},
        {"Session-Timeout: 1h30min", {}},
        {"X-Secret:", {""}},
    }));
    CAPTURE(header);
    CHECK(secrets_of_header(header) == expected);
}

TEST_CASE("what is secret about a URL")
{
    CHECK(secrets_of_url("http://me:p%40ss@host:1/") == Texts {"p%40ss", "bWU6cEBzcw=="});
    CHECK(secrets_of_url("me:pass@host") == Texts {"pass", "bWU6cGFzcw=="});
    CHECK(secrets_of_url("http://host/").empty());
}
