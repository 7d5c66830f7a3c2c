#include "agent/oauth/authorization.hpp"
#include "agent/oauth/encoding.hpp"
#include "catch.hpp"
#include "toolkit/system/error.hpp"

#include <optional>
#include <string>

using namespace agent::oauth;

TEST_CASE("the code challenge is that of RFC 7636, appendix B")
{
    CHECK(s256_challenge("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    CHECK(random_text().size() == 43);
    CHECK(random_text() != random_text());
}

TEST_CASE("base64url has no padding and no other letters")
{
    CHECK(base64url("\xfb\xff") == "-_8");
    CHECK(from_base64url("-_8") == "\xfb\xff");
    CHECK_FALSE(from_base64url("-_8="));
    CHECK_FALSE(from_base64url("+/8"));
}

TEST_CASE("scopes are those of RFC 6749, 3.3")
{
    CHECK(sound_scopes("a:b  c.d/e#!~ a:b") == "a:b c.d/e#!~");
    CHECK(sound_scopes("a\"b c\\d e\tf g\nh \xc3\xa9 \xff \x7f ok") == "ok");
    CHECK(sound_scopes("").empty());
}

TEST_CASE("a form is encoded and decoded")
{
    CHECK(form_text({{"a b", "c&d=e"}, {"f", ""}}) == "a%20b=c%26d%3De&f=");
    const FormFields fields = fields_of_form("a+b=c%26d&&x&y=1&y=2");
    CHECK(field_of_form(fields, "a b") == "c&d");
    CHECK(field_of_form(fields, "x") == "");
    CHECK_FALSE(field_of_form(fields, "y"));
    CHECK_FALSE(field_of_form(fields, "z"));
}

static AuthorizationRequest request_of_test()
{
    return {"https://as/authorize?tenant=1", "the client", "http://127.0.0.1:5/callback",
        "https://rs/mcp", "a b", "https://as", false, "STATE", "VERIFIER"};
}

TEST_CASE("the authorization URL keeps the parameters of the endpoint")
{
    const std::string url = authorization_url(request_of_test());
    CHECK(url.starts_with("https://as/authorize?tenant=1&response_type=code&client_id=the%20client"
                          "&redirect_uri=http%3A%2F%2F127.0.0.1%3A5%2Fcallback&code_challenge="));
    CHECK(url.ends_with("&code_challenge_method=S256&state=STATE&resource=https%3A%2F%2Frs%2Fmcp"
                        "&scope=a%20b"));
    AuthorizationRequest offline = request_of_test();
    offline.scopes = "offline_access";
    CHECK(authorization_url(offline).ends_with("&scope=offline_access&prompt=consent"));
    CHECK(url.find("VERIFIER") == std::string::npos);
}

TEST_CASE("scopes are pinned, challenged, or those of the resource")
{
    const ScopeSources sources {"c1 c2", "", {"r1", "r2"}, {}};
    CHECK(scopes_to_request({}, sources) == "c1 c2");
    CHECK(scopes_to_request({}, {"", "", {"r1", "r2"}, {}}) == "r1 r2");
    CHECK(scopes_to_request({}, {"", "", {}, {}}).empty());
    CHECK(scopes_to_request({}, {"c1", "w1 c1", {"r1"}, {}}) == "c1 w1");
    CHECK(scopes_to_request({}, {"", "w1", {"r1"}, {}}) == "w1");
    CHECK(scopes_to_request({.scopes = {"p"}}, sources) == "p");
    CHECK(scopes_to_request({.scopes = {"p", "q"}}, {"c", "w", {"r"}, {}}) == "p q");
    CHECK(scopes_to_request({}, {"", "", {"r1", "x\ny", "\xff", "r2 r3"}, {}}) == "r1 r2 r3");
    CHECK(scopes_to_request({}, {"c", "", {}, {"x", "offline_access"}}) == "c offline_access");
    CHECK(scopes_to_request({.scopes = {"p"}}, {"c", "", {}, {"offline_access"}}) == "p");
    CHECK_THROWS_AS(scopes_to_request({}, {std::string(5'000, 'x'), "", {}, {}}), ToolError);
}

TEST_CASE("a response is that of the request by its state and its issuer")
{
    enum class Outcome { code, not_ours, refused };
    const auto [query, promises, expected] = GENERATE(table<std::string, bool, Outcome>({
        {"code=C&state=STATE", false, Outcome::code},
        {"code=C&state=STATE&iss=https%3A%2F%2Fas", false, Outcome::code},
        {"code=C&state=STATE&iss=https%3A%2F%2Fas", true, Outcome::code},
        {"code=C&state=STATE", true, Outcome::refused},
        {"code=C&state=STATE&iss=https%3A%2F%2Fas%2F", false, Outcome::refused},
        {"code=C&state=STATE&iss=https%3A%2F%2FAS", true, Outcome::refused},
        {"code=C&state=OTHER", false, Outcome::not_ours},
        {"code=C", false, Outcome::not_ours},
        {"code=C&state=STATE&state=STATE", false, Outcome::not_ours},
        {"error=access_denied&state=STATE", false, Outcome::refused},
        {"code=&state=STATE", false, Outcome::refused},
        {"state=STATE", false, Outcome::refused},
        {"", false, Outcome::not_ours},
    }));
    INFO(query);
    AuthorizationRequest request = request_of_test();
    request.sends_issuer = promises;
    if (expected == Outcome::refused)
        CHECK_THROWS_AS(code_in(query, request), ToolError);
    else if (expected == Outcome::not_ours)
        CHECK_FALSE(code_in(query, request));
    else
        CHECK(code_in(query, request) == "C");
}

static std::string refusal_of(const std::string& query)
{
    try {
        (void)code_in(query, request_of_test());
    } catch (const ToolError& error) {
        return error.message;
    }
    return "";
}

TEST_CASE("an error of the server is quoted, unless it is of another issuer")
{
    CHECK(refusal_of("error=access_denied&error_description=no%20way%1B%5B1m&state=STATE")
              .find("access_denied: no way")
        != std::string::npos);
    CHECK(refusal_of("error=a&error_description=" + std::string(2'000, 'x') + "&state=STATE").size()
        < 700);
    CHECK(refusal_of("error=SECRET&state=STATE&iss=https%3A%2F%2Fevil").find("SECRET")
        == std::string::npos);
}

TEST_CASE("an address is pasted whole or as its query, and only /callback is the redirect URI")
{
    CHECK(pasted_query("  http://127.0.0.1:5/callback?code=1&state=2#x \n") == "code=1&state=2");
    CHECK(pasted_query("code=1&state=2") == "code=1&state=2");
    CHECK(callback_query("/callback?a=b") == "a=b");
    CHECK(callback_query("/callback") == "");
    CHECK_FALSE(callback_query("/callbacks?a=b"));
    CHECK_FALSE(callback_query("/"));
    CHECK_FALSE(callback_query("http://127.0.0.1/callback?a=b"));
}
