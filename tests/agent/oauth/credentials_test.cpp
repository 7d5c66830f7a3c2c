#include "agent/mcp/http_peer.hpp"
#include "agent/oauth/credentials.hpp"
#include "catch.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/cancel.hpp"

#include <atomic>
#include <filesystem>
#include <string>
#include <vector>

using namespace agent::oauth;
using toolkit::Json;

namespace {

// A state directory of a test, with a token that the peer has given.
class StateOfTest {
public:
    explicit StateOfTest(const HttpPeer& peer)
        : folder((std::filesystem::temp_directory_path() / "credentials.XXXXXX").string())
    {
        REQUIRE(mkdtemp(folder.data()) != nullptr);
        token.account = {"file:/config", "tracker", peer.url()};
        token.resource = peer.url();
        token.issuer = peer.url("");
        token.token_endpoint = peer.url("/token");
        token.client_id = "client";
        token.method = "none";
        token.requested = token.granted = "read";
        token.access = "first-access";
        token.refresh = "first-refresh";
        token.obtained = now_in_seconds() - 1'000;
        token.rules = {true, toolkit::web::Network::loopback};
    }
    StateOfTest(const StateOfTest&) = delete;
    StateOfTest& operator=(const StateOfTest&) = delete;
    ~StateOfTest() { std::filesystem::remove_all(folder); }

    TokenStore store() const { return TokenStore(folder); }

    Credentials credentials() const
    {
        store().keep(token);
        Credentials made({token.account}, "tracker", store());
        made.load();
        return made;
    }

    std::string folder;
    Token token;
};

void finish(Credentials& credentials)
{
    while (credentials.is_busy()) {
        toolkit::system::Watch watch;
        credentials.watch(watch);
        watch.wait();
        credentials.step();
    }
}

void give_second_token(const HttpPeer::Request& /*request*/, HttpPeer::Talk& talk)
{
    talk.json({{"access_token", "second-access"}, {"token_type", "Bearer"},
        {"refresh_token", "second-refresh"}, {"expires_in", 3'600}});
}

void refuse_grant(const HttpPeer::Request& /*request*/, HttpPeer::Talk& talk)
{
    talk.answer("400 Bad Request", "application/json", R"({"error":"invalid_grant"})");
}

}

TEST_CASE("a token that is refused is renewed, and stored before it is used")
{
    HttpPeer peer(give_second_token);
    const StateOfTest state(peer);
    Credentials credentials = state.credentials();
    CHECK(credentials.access() == "first-access");
    const auto used = credentials.generation();
    CHECK(credentials.may_send_again(used));
    CHECK(credentials.is_busy());
    CHECK(credentials.may_send_again(used)); // of a request beside it
    finish(credentials);
    CHECK(credentials.access() == "second-access");
    CHECK(state.store().find(state.token.account)->refresh == "second-refresh");
    REQUIRE(peer.requests().size() == 1);
    const std::string body = peer.requests().front().body;
    CHECK(body.find("grant_type=refresh_token&refresh_token=first-refresh&resource=http")
        != std::string::npos);
    const auto events = credentials.take_events();
    REQUIRE(events.size() == 1);
    CHECK(events.front().failure.empty());
}

TEST_CASE("a new token that is refused bars the server for a while")
{
    HttpPeer peer(give_second_token);
    StateOfTest state(peer);
    state.token.obtained = now_in_seconds();
    Credentials credentials = state.credentials();
    CHECK_FALSE(credentials.may_send_again(credentials.generation()));
    CHECK(credentials.is_barred());
    CHECK(peer.requests().empty());
    state.token.access = "of another sign-in";
    state.store().keep(state.token);
    credentials.load();
    CHECK_FALSE(credentials.is_barred());
}

TEST_CASE("a token that another process has renewed is used")
{
    HttpPeer peer(give_second_token);
    StateOfTest state(peer);
    Credentials credentials = state.credentials();
    const auto used = credentials.generation();
    state.token.access = "of-another";
    state.store().keep(state.token);
    CHECK(credentials.may_send_again(used));
    CHECK_FALSE(credentials.is_busy());
    CHECK(credentials.access() == "of-another");
    CHECK(peer.requests().empty());
}

TEST_CASE("a refused refresh token ends the sign-in, and scopes stay known")
{
    HttpPeer peer(refuse_grant);
    const StateOfTest state(peer);
    Credentials credentials = state.credentials();
    CHECK(credentials.may_send_again(credentials.generation()));
    finish(credentials);
    CHECK(credentials.access().empty());
    CHECK(credentials.why() == "needs a sign-in: run 'agentcli mcp login tracker'");
    const auto stored = state.store().find(state.token.account);
    REQUIRE(stored);
    CHECK(stored->access.empty());
    CHECK(stored->refresh.empty());
    CHECK(stored->requested == "read");
    CHECK_FALSE(credentials.may_send_again(credentials.generation()));
}

TEST_CASE("scopes that a call wants are stored with those of the last sign-in")
{
    HttpPeer peer(refuse_grant);
    const StateOfTest state(peer);
    Credentials credentials = state.credentials();
    credentials.want_scopes("write read");
    CHECK(state.store().find(state.token.account)->wanted == "read write");
    CHECK(credentials.why().find("needs more access (write read)") == 0);
}

TEST_CASE("the tokens are replaced in what a server sends")
{
    HttpPeer peer(refuse_grant);
    const StateOfTest state(peer);
    const Credentials credentials = state.credentials();
    CHECK(credentials.without_token("a first-access b first-refresh first-access")
        == "a [redacted] b [redacted] [redacted]");
}
