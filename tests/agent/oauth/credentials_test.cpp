#include "agent/mcp/http_peer.hpp"
#include "agent/mcp/http_wire.hpp"
#include "agent/mcp/server.hpp"
#include "agent/oauth/credentials.hpp"
#include "catch.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/cancel.hpp"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <stdexcept>
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
        Credentials made({token.account}, "agentcli mcp login tracker", store());
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
    Credentials credentials = state.credentials();
    CHECK(credentials.without_token("a first-access b first-refresh first-access")
        == "a [redacted] b [redacted] [redacted]");
    Token other = state.token;
    other.access = "other-access";
    other.client_secret = "its-secret";
    state.store().keep(other);
    credentials.load();
    CHECK(credentials.without_token("first-access other-access its-secret")
        == "[redacted] [redacted] [redacted]");
}

TEST_CASE("scopes that a call wants are not stored beside the token of a later sign-in")
{
    HttpPeer peer(refuse_grant);
    const StateOfTest state(peer);
    Credentials credentials = state.credentials();
    const auto used = credentials.generation();
    CHECK_FALSE(credentials.has_other_token(used));
    Token other = state.token;
    other.access = "of-another";
    state.store().keep(other);
    credentials.want_scopes("write");
    CHECK(state.store().find(state.token.account)->wanted.empty());
    CHECK(credentials.has_other_token(used));
    CHECK(credentials.access() == "of-another");
}

TEST_CASE("a stored token that cannot be read refuses the request, and says which file")
{
    HttpPeer peer(give_second_token);
    const StateOfTest state(peer);
    Credentials credentials = state.credentials();
    const std::string file
        = state.folder + "/mcp/oauth/tokens/" + state.token.account.key() + ".json";
    std::ofstream(file) << "nonsense";
    CHECK_FALSE(credentials.may_send_again(credentials.generation()));
    CHECK(credentials.why().find("is malformed") != std::string::npos);
    CHECK_FALSE(credentials.has_other_token(credentials.generation()));
}

TEST_CASE("a client that the authorization server no longer knows is forgotten, and no other one")
{
    HttpPeer peer([](const HttpPeer::Request& /*request*/, HttpPeer::Talk& talk) {
        talk.answer("401 Unauthorized", "application/json", R"({"error":"invalid_client"})");
    });
    const StateOfTest state(peer);
    const std::string registered = GENERATE("client", "of-another-entry");
    state.store().keep_client({state.token.issuer, registered});
    Credentials credentials = state.credentials();
    CHECK(credentials.may_send_again(credentials.generation()));
    finish(credentials);
    CHECK(credentials.access().empty());
    CHECK(state.store().find_client(state.token.issuer).has_value() == (registered != "client"));
}

TEST_CASE("a token is renewed with the secret of its own client")
{
    HttpPeer peer(give_second_token);
    StateOfTest state(peer);
    state.token.method = "client_secret_post";
    state.token.client_secret = "its-secret";
    state.store().keep_client({state.token.issuer, "of-another-entry", "secret-of-another"});
    Credentials credentials = state.credentials();
    CHECK(credentials.may_send_again(credentials.generation()));
    finish(credentials);
    REQUIRE(peer.requests().size() == 1);
    const std::string body = peer.requests().front().body;
    CHECK(body.find("client_id=client&client_secret=its-secret") != std::string::npos);
    CHECK(state.store().find(state.token.account)->client_secret == "its-secret");
}

TEST_CASE("a client secret is not sent to an authorization server that only the MCP server names")
{
    const auto may = [](const std::string& url, const Settings& settings) {
        return may_get_secret({{"", "s", url}, settings}, "https://as.example");
    };
    CHECK_FALSE(may("https://rs.example/mcp", {}));
    CHECK(may("https://as.example/mcp", {}));
    CHECK(may("http://127.0.0.1:5/mcp", {}));
    CHECK(may("https://rs.example/mcp", {.issuer = "https://as.example"}));
    CHECK(may("https://rs.example/mcp", {.server_metadata_url = "https://as.example/meta"}));
}

TEST_CASE("a sign-in to a server that would get the token without encryption is refused")
{
    HttpPeer peer(give_second_token);
    const StateOfTest state(peer);
    toolkit::system::Cancel cancel;
    const ProtectedServer server {{"", "s", "http://192.0.2.1/mcp"}};
    const TokenStore store = state.store();
    SignIn sign_in(server, store, cancel);
    CHECK_THROWS_AS(sign_in.discover(), toolkit::ToolError);
}

namespace {

// A call by a wire that sends a token, until its response has come or it has failed.
std::string outcome_of_call(const HttpPeer& peer, Credentials& credentials)
{
    agent::mcp::ServerEntry entry;
    entry.name = "tracker";
    entry.url = peer.url();
    agent::mcp::HttpWire wire(entry, &credentials);
    wire.begin_era(agent::mcp::Era::legacy, "2025-06-18");
    wire.send({.line = R"({"jsonrpc":"2.0","id":1,"method":"tools/call"})"
                       "\n",
        .id = 1,
        .method = "tools/call"});
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    for (;;) {
        wire.step();
        if (auto line = wire.take_line())
            return *line;
        if (const auto failure = wire.take_failure())
            return "failure: " + failure->error.message;
        if (std::chrono::steady_clock::now() > deadline)
            throw std::runtime_error("it never ends");
        toolkit::system::Watch watch;
        wire.watch(watch);
        watch.until(std::chrono::steady_clock::now() + std::chrono::milliseconds(100));
        watch.wait();
    }
}

std::size_t count_of_calls(const HttpPeer& peer)
{
    std::size_t count = 0;
    for (const auto& request : peer.requests())
        count += request.asked() == "tools/call" ? 1 : 0;
    return count;
}

}

TEST_CASE("a call that was accepted is not sent again when the resumption of its stream is refused")
{
    HttpPeer peer([](const HttpPeer::Request& request, HttpPeer::Talk& talk) {
        if (request.target == "/token")
            return give_second_token(request, talk);
        if (request.method == "POST") {
            talk.begin_events();
            talk.send("id: e1\nretry: 250\ndata: \n\n");
            return talk.close();
        }
        if (request.field("last-event-id").empty())
            return talk.answer("405 Method Not Allowed");
        if (request.field("authorization") == "Bearer first-access")
            return talk.answer("401 Unauthorized");
        talk.begin_events();
        talk.event({{"jsonrpc", "2.0"}, {"id", 1}, {"result", "resumed"}});
        talk.wait_for_client();
    });
    const StateOfTest state(peer);
    Credentials credentials = state.credentials();
    CHECK(outcome_of_call(peer, credentials).find("resumed") != std::string::npos);
    CHECK(count_of_calls(peer) == 1);
}

TEST_CASE("a call that needs more access is sent again with the token of a later sign-in")
{
    HttpPeer peer([](const HttpPeer::Request& request, HttpPeer::Talk& talk) {
        if (request.method == "GET")
            return talk.answer("405 Method Not Allowed");
        if (request.field("authorization") == "Bearer of-another")
            return talk.result(request, "done");
        talk.answer("403 Forbidden", "", "",
            "WWW-Authenticate: Bearer error=\"insufficient_scope\", scope=\"write\"\r\n");
    });
    const StateOfTest state(peer);
    Credentials credentials = state.credentials();
    const bool has_signed_in = GENERATE(true, false);
    if (has_signed_in) {
        Token other = state.token;
        other.access = "of-another";
        state.store().keep(other);
    }
    const std::string outcome = outcome_of_call(peer, credentials);
    CHECK((outcome.find("done") != std::string::npos) == has_signed_in);
    CHECK(count_of_calls(peer) == (has_signed_in ? 2 : 1));
    CHECK(state.store().find(state.token.account)->wanted == (has_signed_in ? "" : "read write"));
}

TEST_CASE("what a server says in a refusal has no token")
{
    HttpPeer peer([](const HttpPeer::Request& request, HttpPeer::Talk& talk) {
        if (request.method == "GET")
            return talk.answer("405 Method Not Allowed");
        const bool is_message = request.field("authorization") == "Bearer first-access";
        talk.answer("400 No second-access", is_message ? "application/json" : "text/plain",
            R"({"jsonrpc":"2.0","error":{"code":1,"message":"has first-access"}})");
    });
    const StateOfTest state(peer);
    Credentials credentials = state.credentials();
    const std::string first = outcome_of_call(peer, credentials);
    CHECK(first == "failure: has [redacted]");
    Token other = state.token;
    other.access = "second-access";
    state.store().keep(other);
    credentials.load();
    CHECK(outcome_of_call(peer, credentials).find("-access") == std::string::npos);
}

TEST_CASE("a renewal is finished, and its lock released, when the start that wanted it has failed")
{
    std::atomic<bool> has_failed = false;
    HttpPeer peer([&](const HttpPeer::Request& request, HttpPeer::Talk& talk) {
        while (!has_failed && !talk.has_gone())
            usleep(1'000);
        give_second_token(request, talk);
    });
    StateOfTest state(peer);
    const std::string root = state.folder;
    state.folder += "/agentcli"; // where the server looks
    state.token.expires = state.token.obtained;
    state.store().keep(state.token);
    agent::mcp::ServerEntry entry;
    entry.source = state.token.account.source;
    entry.name = state.token.account.name;
    entry.url = peer.url();
    entry.start_timeout = std::chrono::milliseconds(300);
    setenv("XDG_STATE_HOME", root.c_str(), 1);
    agent::mcp::Server server(entry, {});
    unsetenv("XDG_STATE_HOME");
    server.start();
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(8);
    while (state.store().find(state.token.account)->access != "second-access") {
        REQUIRE(std::chrono::steady_clock::now() < deadline);
        toolkit::system::Watch watch;
        server.watch(watch);
        watch.until(std::chrono::steady_clock::now() + std::chrono::milliseconds(100));
        watch.wait();
        server.step();
        has_failed = server.state() != agent::mcp::Server::State::starting;
    }
    server.step();
    CHECK(state.store().try_to_lock(state.token.account));
    state.folder = root; // all of it is removed
}
