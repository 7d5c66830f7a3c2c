#include "catch.hpp"

#include "http_answers.hpp"

#include <sys/socket.h>

using namespace agent::mcp;
using namespace std::chrono_literals;
using toolkit::Json;
using Request = HttpPeer::Request;
using Talk = HttpPeer::Talk;
using Texts = std::vector<std::string>;

TEST_CASE("a modern server is asked with the fields of its era (C13)")
{
    HttpPeer peer([](const Request& request, Talk& talk) {
        if (!answer_modern(request, talk))
            talk.result(request, text_result(request.message["params"]["name"]));
    });
    PeerRun run(entry_of_http(peer.url("/mcp/?v=1")));
    CHECK(run.text("café") == "café");
    CHECK(run.server.introduction().era == Era::modern);
    const auto requests = peer.requests();
    REQUIRE(requests.size() == 3);
    for (const auto& request : requests) {
        CHECK(request.method == "POST");
        CHECK(request.target == "/mcp/?v=1");
        CHECK(request.field("host") == "127.0.0.1:" + std::to_string(peer.port));
        CHECK(request.field("authorization") == "Bearer t0k3n");
        CHECK(request.field("accept") == "application/json, text/event-stream");
        CHECK(request.field("content-type") == "application/json");
        CHECK(request.field("mcp-protocol-version") == "2026-07-28");
        CHECK(request.field("mcp-method") == request.asked());
        CHECK(request.fields.count("mcp-session-id") == 0);
    }
    CHECK(requests[2].field("mcp-name") == "=?base64?Y2Fmw6k=?=");
    CHECK(requests[0].fields.count("mcp-name") == 0);
}

TEST_CASE("a server of the legacy era is begun with initialize, and has a session (C13)")
{
    HttpPeer peer([](const Request& request, Talk& talk) {
        if (!answer_legacy(request, talk, "Mcp-Session-Id: s-1\r\n"))
            talk.result(request, text_result("tea"));
    });
    {
        PeerRun run(entry_of_http(peer.url()));
        CHECK(run.text("echo") == "tea");
        CHECK(run.server.introduction().version == "2025-06-18");
        run.server.end();
        run.run_until([&] { return run.server.is_over(); });
    }
    auto asked = peer.asked();
    std::erase(asked, "GET"); // at any time
    CHECK(asked
        == Texts {"POST server/discover", "POST initialize", "POST notifications/initialized",
            "POST tools/list", "POST tools/call", "DELETE"});
    for (const auto& request : peer.requests()) {
        if (request.asked() == "server/discover" || request.asked() == "initialize") {
            CHECK(request.fields.count("mcp-session-id") == 0);
            continue;
        }
        CHECK(request.field("mcp-session-id") == "s-1");
        CHECK(request.field("mcp-protocol-version") == "2025-06-18");
        CHECK(request.field("authorization") == "Bearer t0k3n");
    }
}

TEST_CASE(
    "400, 404 and 405 without a modern error lead to initialize, then to the older manner (C13)")
{
    const std::string refusal
        = GENERATE(as<std::string>(), "400 Bad Request", "404 Not Found", "405 Method Not Allowed");
    std::atomic<Talk*> stream = nullptr;
    HttpPeer peer([&](const Request& request, Talk& talk) {
        if (request.method == "GET") {
            talk.begin_events();
            talk.send("event: endpoint\ndata: /messages?id=7\n\n");
            stream = &talk;
            return talk.wait_for_client();
        }
        if (request.target != "/messages?id=7")
            return talk.answer(refusal, "text/html", "<p>no</p>");
        talk.answer("202 Accepted", "text/plain", "Accepted");
        if (request.asked() == "initialize")
            stream.load()->event(response_to(request,
                {{"protocolVersion", "2024-11-05"},
                    {"capabilities", {{"tools", Json::object()}}}}));
        if (request.asked() == "tools/list")
            stream.load()->event(response_to(request, list_of_tools), "event: message\n");
        if (names_call(request))
            stream.load()->event(response_to(request, text_result("old tea")));
    });
    const auto known = GENERATE(std::optional<Era>(), std::optional<Era>(Era::legacy));
    PeerRun run(entry_of_http(peer.url("/sse")));
    run.server.remember(known);
    CHECK(run.text("echo") == "old tea");
    CHECK(run.server.introduction().version == "2024-11-05");
    auto asked = peer.asked();
    asked.resize(4);
    const Texts first = known ? Texts {"POST initialize", "POST server/discover"}
                              : Texts {"POST server/discover"};
    CHECK(Texts(asked.begin(), asked.begin() + static_cast<std::ptrdiff_t>(first.size())) == first);
    CHECK(count_of(peer.asked(), "GET") == 1);
}

TEST_CASE("an endpoint of another origin is not used (C13)")
{
    HttpPeer peer([&](const Request& request, Talk& talk) {
        if (request.method != "GET")
            return talk.answer("404 Not Found");
        talk.begin_events();
        talk.send("event: endpoint\ndata: http://127.0.0.1:1/messages\n\n");
        talk.wait_for_client();
    });
    PeerRun run(entry_of_http(peer.url()));
    CHECK(has(run.text("echo"),
        "names the URL 'http://127.0.0.1:1/messages', which is not of "
        "its own origin"));
}

TEST_CASE("a modern error keeps the era, and names what is wrong (C13)")
{
    const auto [code, supported, error] = GENERATE(table<int, Json, std::string>({
        {-32022, Json::array({"2030-01-01"}), "no protocol version that agentcli knows"},
        {-32020, Json(), "refuses to begin: 'wrong'"},
        {-32021, Json(), "refuses to begin: 'wrong'"},
    }));
    HttpPeer peer([&, code = code, supported = supported](const Request& request, Talk& talk) {
        talk.answer("400 Bad Request", "application/json",
            error_to(request.id(), code, "wrong", {{"supported", supported}}).dump());
    });
    PeerRun run(entry_of_http(peer.url()));
    CHECK(has(run.text("echo"), error));
    CHECK(peer.asked() == Texts {"POST server/discover"});
}

TEST_CASE("a server that refuses a version and names the same one is asked again, once (C12)")
{
    std::atomic<int> refusals = GENERATE(1, 2);
    const bool is_twice = refusals == 2;
    HttpPeer peer([&](const Request& request, Talk& talk) {
        if (request.asked() == "server/discover" && refusals-- > 0)
            return talk.answer("400 Bad Request", "application/json",
                error_to(request.id(), -32022, "no", {{"supported", {"2026-07-28"}}}).dump());
        if (!answer_modern(request, talk))
            talk.result(request, text_result("tea"));
    });
    const std::string text = PeerRun(entry_of_http(peer.url())).text("echo");
    if (is_twice)
        CHECK(has(text, "speaks no protocol version that agentcli knows"));
    else
        CHECK(text == "tea");
    CHECK(count_of(peer.asked(), "POST server/discover") == 2);
}

TEST_CASE("a server that answers anything with an empty result is of the legacy era (C12)")
{
    HttpPeer peer([](const Request& request, Talk& talk) {
        if (request.asked() == "server/discover")
            return talk.result(request, Json::object());
        if (!answer_legacy(request, talk))
            talk.result(request, text_result("tea"));
    });
    PeerRun run(entry_of_http(peer.url()));
    CHECK(run.text("echo") == "tea");
    CHECK(run.server.introduction().era == Era::legacy);
}

TEST_CASE("what can't be begun is named, in one line (C13)")
{
    const auto [status, more, error] = GENERATE(table<std::string, std::string, std::string>({
        {"401 Unauthorized", "WWW-Authenticate: Bearer\r\n",
            "answers 401 Unauthorized: set 'headers' in its entry"},
        {"403 Forbidden", "", "answers 403 Forbidden; 'headers' in its entry may let it in"},
        {"503 Service Unavailable", "", "answers 503 Service Unavailable"},
        {"307 Temporary Redirect", "Location: http://127.0.0.1:1/mcp\r\n",
            "redirects to 'http://127.0.0.1:1/mcp', which is not followed"},
        {"404 Not Found", "", "answers 404 Not Found to GET, and takes no message by POST"},
        {"200 OK", "Content-Type: text/html\r\n", "answers with 'text/html', which is no message"},
        {"200 OK", "", "answers with '', which is no message"},
    }));
    HttpPeer peer([&, status = status, more = more](
                      const Request&, Talk& talk) { talk.answer(status, "", "<p>", more); });
    PeerRun run(entry_of_http(peer.url()));
    const std::string text = run.text("echo");
    CAPTURE(text);
    CHECK(has(text, error));
    CHECK(!has(text, "t0k3n"));
    for (const auto& request : peer.requests())
        CHECK(request.target == "/mcp");
}

TEST_CASE("a server that is not there, or speaks no TLS or no HTTP, is named (C13)")
{
    HttpPeer peer([](const Request&, Talk& talk) {
        talk.send("SSH-2.0-OpenSSH_9.2\r\n\r\n\r\n");
        talk.close();
    });
    SECTION("no HTTP")
    {
        CHECK(has(PeerRun(entry_of_http(peer.url())).text("echo"), "it is not HTTP"));
    }
    SECTION("no TLS")
    {
        // Whatever comes first on the connection is no record of TLS.
        toolkit::File listener(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
        sockaddr_in name {};
        name.sin_family = AF_INET;
        name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof name;
        REQUIRE(bind(listener.descriptor(), reinterpret_cast<sockaddr*>(&name), size) == 0);
        REQUIRE(listen(listener.descriptor(), 4) == 0);
        getsockname(listener.descriptor(), reinterpret_cast<sockaddr*>(&name), &size);
        std::thread garbage([&] {
            const toolkit::File client(accept(listener.descriptor(), nullptr, nullptr));
            [[maybe_unused]] const ssize_t put
                = send(client.descriptor(), "HTTP/1.1 400 \r\n\r\n", 17, MSG_NOSIGNAL);
        });
        PeerRun run(
            entry_of_http("https://127.0.0.1:" + std::to_string(ntohs(name.sin_port)) + "/mcp"));
        CHECK(has(run.text("echo"), "can't be reached: cannot speak TLS with 127.0.0.1:"));
        garbage.join();
    }
    SECTION("nobody")
    {
        peer.stop();
        const std::string text = PeerRun(entry_of_http(peer.url())).text("echo");
        CHECK(has(text, "can't be reached: cannot connect to 127.0.0.1:"));
        CHECK(has(text, "connection refused"));
    }
}
