#include "agent/oauth/encoding.hpp"
#include "agent/oauth/fetch.hpp"
#include "agent/oauth/token.hpp"
#include "agent/oauth/token_store.hpp"
#include "catch.hpp"
#include "toolkit/system/error.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <string>

using namespace agent::oauth;

static Fetch::Reply reply(const std::string& body, int status = 200) { return {status, body}; }

TEST_CASE("a reply of the token endpoint is taken whole or not at all")
{
    Token token;
    token.requested = "a b";
    token.refresh = "old";
    take_token_reply(
        token, reply(R"({"access_token":"T","token_type":"bearer","expires_in":100})"));
    CHECK(token.access == "T");
    CHECK(token.refresh == "old");
    CHECK(token.granted == "a b");
    CHECK(token.expires == token.obtained + 100);
    take_token_reply(token,
        reply(R"({"access_token":"U","token_type":"Bearer","refresh_token":"new","scope":"a"})"));
    CHECK(token.refresh == "new");
    CHECK(token.granted == "a");
    CHECK_FALSE(token.expires);
    take_token_reply(
        token, reply("{\"access_token\":\"U\",\"token_type\":\"Bearer\",\"scope\":\"a b\\ncc\"}"));
    CHECK(token.granted == "a");
    for (const char* body :
        {R"({"access_token":"T"})", R"({"access_token":"T","token_type":"mac"})",
            R"({"access_token":"a b","token_type":"Bearer"})",
            R"({"access_token":"a\r\nX: y","token_type":"Bearer"})", R"({"token_type":"Bearer"})",
            "{}", "nonsense"})
        CHECK_THROWS_AS(take_token_reply(token, reply(body)), ToolError);
    CHECK_THROWS_AS(take_token_reply(token, reply(R"({"error":"invalid_grant"})", 400)), ToolError);
    CHECK_THROWS_AS(take_token_reply(token,
                        reply(R"({"access_token":"V","token_type":"Bearer","scope":")"
                            + std::string(5'000, 'x') + "\"}")),
        ToolError);
    CHECK(token.access == "U");
}

TEST_CASE("a token is due a minute before its end, and a short one in the last fifth of its life")
{
    Token token;
    token.obtained = 1'000;
    CHECK_FALSE(token.is_due(9'999));
    token.expires = 4'600;
    CHECK_FALSE(token.is_due(4'539));
    CHECK(token.is_due(4'540));
    token.expires = 1'010;
    CHECK_FALSE(token.is_due(1'007));
    CHECK(token.is_due(1'008));
}

TEST_CASE("the audience of a token is read if it is a JWT")
{
    const auto jwt = [](const std::string& claims) { return "e30." + base64url(claims) + ".sig"; };
    CHECK(audiences_in(jwt(R"({"aud":"https://a"})")) == std::vector<std::string> {"https://a"});
    CHECK(audiences_in(jwt(R"({"aud":["a","b",1]})")) == std::vector<std::string> {"a", "b"});
    CHECK(audiences_in(jwt("{}")).empty());
    CHECK(audiences_in("opaque").empty());
    CHECK(audiences_in("a.b").empty());
    CHECK(audiences_in("a.!!.c").empty());
}

static std::string new_directory()
{
    std::string path = (std::filesystem::temp_directory_path() / "oauth.XXXXXX").string();
    REQUIRE(mkdtemp(path.data()) != nullptr);
    return path;
}

TEST_CASE("a token is found again by its entry alone, and only if nobody else can read it")
{
    const std::string folder = new_directory();
    const TokenStore store(folder);
    Token token;
    token.account = {"file:/a", "tracker", "https://a/mcp"};
    token.issuer = "https://as";
    token.access = "T";
    token.refresh = "R";
    token.wanted = "x";
    token.expires = 7;
    token.rules.network = toolkit::web::Network::loopback;
    CHECK_FALSE(store.find(token.account));
    store.keep(token);
    const auto found = store.find(token.account);
    REQUIRE(found);
    CHECK(found->access == "T");
    CHECK(found->refresh == "R");
    CHECK(found->wanted == "x");
    CHECK(found->expires == 7);
    CHECK(found->rules.network == toolkit::web::Network::loopback);
    CHECK_FALSE(store.find({"file:/b", "tracker", "https://a/mcp"}));
    CHECK_FALSE(store.find({"file:/a", "other", "https://a/mcp"}));
    CHECK_FALSE(store.find({"file:/a", "tracker", "https://a/other"}));
    CHECK(store.all().size() == 1);

    const std::string file = folder + "/mcp/oauth/tokens/" + token.account.key() + ".json";
    struct stat status { };
    REQUIRE(stat(file.c_str(), &status) == 0);
    CHECK((status.st_mode & 0777U) == 0600);
    REQUIRE(chmod(file.c_str(), 0644) == 0);
    CHECK_THROWS_AS(store.find(token.account), ToolError);
    REQUIRE(chmod(file.c_str(), 0600) == 0);
    CHECK(store.forget(token.account));
    CHECK_FALSE(store.forget(token.account));
    std::filesystem::remove_all(folder);
}

TEST_CASE("only one holder has the lock of a token")
{
    const std::string folder = new_directory();
    const TokenStore store(folder);
    const Account account {"a", "b", "c"};
    {
        const auto lock = store.try_to_lock(account);
        CHECK(lock);
        CHECK_FALSE(store.try_to_lock(account));
    }
    CHECK(store.try_to_lock(account));
    std::filesystem::remove_all(folder);
}

TEST_CASE("an endpoint has https, and is not in a network that the server is not in")
{
    using toolkit::web::Network;
    struct Case {
        const char* url;
        bool is_server_loopback;
        Network network;
        bool is_accepted;
    };
    const auto one = GENERATE(values<Case>({
        {"https://as.example/t", false, Network::internet, true},
        {"https://8.8.8.8/t", false, Network::internet, true},
        {"http://as.example/t", false, Network::internet, false},
        {"http://as.example/t", true, Network::loopback, false},
        {"http://127.0.0.1:5/t", true, Network::loopback, true},
        {"http://localhost:5/t", true, Network::loopback, true},
        {"http://127.0.0.1:5/t", false, Network::internet, false},
        {"https://127.0.0.1/t", false, Network::internet, false},
        {"https://[::1]/t", false, Network::internet, false},
        {"https://[::ffff:127.0.0.1]/t", false, Network::internet, false},
        {"https://10.0.0.1/t", false, Network::internet, false},
        {"https://10.0.0.1/t", false, Network::local, true},
        {"https://169.254.169.254/t", true, Network::loopback, false},
        {"https://user@as.example/t", false, Network::internet, false},
        {"https://as.example/t#f", false, Network::internet, false},
        {"file:///etc/passwd", false, Network::internet, false},
        {"javascript:alert(1)", false, Network::internet, false},
        {"", false, Network::internet, false},
    }));
    INFO(one.url);
    const EndpointRules rules {one.is_server_loopback, one.network};
    if (one.is_accepted)
        CHECK_NOTHROW(check_endpoint(one.url, "it", rules));
    else
        CHECK_THROWS_AS(check_endpoint(one.url, "it", rules), ToolError);
    CHECK_THROWS_AS(check_endpoint("https://a/" + std::string(9'000, 'x'), "it", rules), ToolError);
}
