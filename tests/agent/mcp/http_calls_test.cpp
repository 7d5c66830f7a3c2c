#include "catch.hpp"

#include "http_answers.hpp"

using namespace agent::mcp;
using namespace std::chrono_literals;
using toolkit::Json;
using Request = HttpPeer::Request;
using Talk = HttpPeer::Talk;
using Texts = std::vector<std::string>;

TEST_CASE("an answer may be a stream, with messages before the response (C13)")
{
    HttpPeer peer([](const Request& request, Talk& talk) {
        if (answer_modern(request, talk))
            return;
        talk.begin_events();
        talk.send(": a comment\n\ndata:\n\nevent: other\ndata: {}\n\ndata: no JSON\n\n");
        for (int count = 0; count < 12; ++count) {
            talk.event({{"jsonrpc", "2.0"}, {"method", "notifications/progress"},
                {"params",
                    {{"progressToken", request.message["params"]["_meta"]["progressToken"]},
                        {"progress", count}}}});
            usleep(100'000);
        }
        talk.event(response_to(request, text_result("streamed")));
        talk.wait_for_client(); // it does not end its stream
    });
    auto entry = entry_of_http(peer.url());
    entry.timeout = 700ms; // which progress begins anew (C27)
    CHECK(PeerRun(entry).text("echo") == "streamed");
}

TEST_CASE("a call that has no usable answer fails alone, and is not repeated (C11)")
{
    struct Row {
        std::function<void(const Request&, Talk&)> answer;
        std::string error;
        bool is_unknown = true;
    };
    const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: ";
    const auto row = GENERATE_COPY(
        Row {[](const Request&, Talk& talk) { talk.answer("500 Internal Server Error"); },
            "the server answers 500 Internal Server Error"},
        Row {[](const Request&, Talk& talk) { talk.answer("429 Too Many Requests"); },
            "the server answers 429 Too Many Requests", false},
        Row {[](const Request&, Talk& talk) {
                 talk.answer("400 Bad Request", "application/json",
                     error_to(nullptr, -32602, "no such tool").dump());
             },
            "failed: no such tool", false},
        Row {[](const Request&, Talk& talk) { talk.answer("200 OK", "text/html", "<p>"); },
            "'text/html', which is no message"},
        Row {[](const Request& request, Talk& talk) {
                 talk.begin_events();
                 talk.send("data: " + response_to(request, text_result("half")).dump());
                 talk.close();
             },
            "closed the stream of its answer before the answer"},
        Row {[](const Request&, Talk& talk) {
                 talk.begin_events();
                 talk.close();
             },
            "closed the stream of its answer before the answer"},
        Row {[head](const Request& request, Talk& talk) {
                 const std::string body = response_to(request, text_result("half")).dump();
                 talk.send(head + "application/json\r\nContent-Length: "
                     + std::to_string(body.size() + 9) + "\r\n\r\n" + body);
                 talk.close();
             },
            "broke off: no usable answer from 127.0.0.1:"},
        Row {[](const Request&, Talk& talk) { talk.close(); },
            "broke off: no usable answer from 127.0.0.1:"},
        Row {[](const Request& request, Talk& talk) {
                 talk.json({{"jsonrpc", "2.0"}, {"id", request.id().get<int>() + 7},
                     {"result", text_result("another's")}});
             },
            "has sent an answer without a response"},
        Row {[](const Request&, Talk& talk) { talk.answer("200 OK", "application/json", "{}"); },
            "has sent an answer without a response"},
        Row {[](const Request&, Talk& talk) { talk.answer("202 Accepted"); },
            "answers 202 Accepted", false},
        Row {[head](const Request&, Talk& talk) {
                 const std::string block(1 << 20, 'x');
                 talk.send(head + "application/json\r\nContent-Length: 100000000\r\n\r\n\"");
                 for (int count = 0; count < 20 && !talk.is_closed; ++count)
                     talk.send(block);
                 talk.close();
             },
            "its answer is larger than 16 MiB"},
        Row {[](const Request&, Talk& talk) {
                 const std::string block(1 << 20, 'x');
                 talk.begin_events();
                 for (int count = 0; count < 20 && !talk.is_closed; ++count)
                     talk.send("data: " + block + "\n");
                 talk.close();
             },
            "an event of its stream is larger than 16 MiB"});
    HttpPeer peer([&](const Request& request, Talk& talk) {
        if (answer_modern(request, talk))
            return;
        if (request.message["params"]["name"] == "bad")
            row.answer(request, talk);
        else
            talk.result(request, text_result("tea"));
    });
    PeerRun run(entry_of_http(peer.url()));
    run.start();
    const std::string error = run.text("bad");
    CAPTURE(error);
    CHECK(has(error, row.error));
    CHECK(has(error, "whether it has done anything is not known") == row.is_unknown);
    CHECK(run.text("echo") == "tea");
    CHECK(count_of(peer.asked(), "POST tools/call") == 2);
    CHECK(count_of(peer.asked(), "POST tools/list") == 1); // the same connection
}

TEST_CASE("a redirect in a session ends it, and nothing goes to the other host (C13)")
{
    HttpPeer other([](const Request&, Talk& talk) { talk.answer("200 OK"); });
    HttpPeer peer([&](const Request& request, Talk& talk) {
        if (!answer_modern(request, talk))
            talk.answer("308 Permanent Redirect", "", "", "Location: " + other.url() + "\r\n");
    });
    PeerRun run(entry_of_http(peer.url()));
    CHECK(has(run.text("echo"), "redirects to '" + other.url() + "', which is not followed"));
    CHECK(other.requests().empty());
}

TEST_CASE("a call after the session has ended is made in the next one, once (C13)")
{
    std::atomic<int> sessions = 0;
    const int lost = GENERATE(1, 2);
    HttpPeer peer([&](const Request& request, Talk& talk) {
        if (request.asked() == "initialize")
            ++sessions;
        const std::string session = "s" + std::to_string(sessions);
        if (answer_legacy(request, talk, "Mcp-Session-Id: " + session + "\r\n"))
            return;
        if (sessions <= lost)
            talk.answer("404 Not Found");
        else
            talk.result(request, text_result(request.field("mcp-session-id")));
    });
    PeerRun run(entry_of_http(peer.url()));
    const std::string text = run.text("echo");
    CHECK(text
        == (lost == 1 ? "s2"
                      : "error: 'echo' of the MCP server 'peer' failed: the server has "
                        "ended the session"));
    CHECK(count_of(peer.asked(), "POST tools/call") == 2);
}

TEST_CASE("a stream of the legacy era that breaks off is asked for again where it has ended (C13)")
{
    std::mutex mutex;
    Json id;
    HttpPeer peer([&](const Request& request, Talk& talk) {
        if (request.method == "GET" && !request.field("last-event-id").empty()) {
            const std::lock_guard lock(mutex);
            talk.begin_events();
            talk.event({{"jsonrpc", "2.0"}, {"id", id},
                {"result", text_result("after " + request.field("last-event-id"))}});
            return talk.wait_for_client();
        }
        if (answer_legacy(request, talk, "Mcp-Session-Id: s\r\n"))
            return;
        const std::lock_guard lock(mutex);
        id = request.id();
        talk.begin_events();
        talk.send("id: e1\nretry: 300\ndata: \n\nid: e2\ndata: half");
        talk.close();
    });
    PeerRun run(entry_of_http(peer.url()));
    run.start();
    const auto begun = std::chrono::steady_clock::now();
    CHECK(run.text("echo") == "after e1");
    CHECK(std::chrono::steady_clock::now() - begun >= 300ms);
}

TEST_CASE("a stream that can't be continued is the end of its call")
{
    HttpPeer peer([&](const Request& request, Talk& talk) {
        if (answer_legacy(request, talk)) // 405 to GET
            return;
        talk.begin_events();
        talk.send("id: e1\nretry: 1\ndata: \n\n");
        talk.close();
    });
    PeerRun run(entry_of_http(peer.url()));
    CHECK(has(run.text("echo"), "closed the stream of its answer before the answer: whether"));
}

TEST_CASE("the stream beside all requests brings questions and changes, and is opened again (C13)")
{
    std::atomic<int> opened = 0;
    std::atomic<bool> is_answered = false;
    HttpPeer peer([&](const Request& request, Talk& talk) {
        if (request.method == "GET") {
            talk.begin_events();
            if (++opened == 1) {
                talk.send("retry: 1\n\n");
                return talk.close();
            }
            talk.event({{"jsonrpc", "2.0"}, {"id", "p"}, {"method", "ping"}});
            talk.event({{"jsonrpc", "2.0"}, {"method", "notifications/tools/list_changed"}});
            return talk.wait_for_client();
        }
        if (request.message.value("id", Json()) == "p" && request.asked().empty())
            is_answered = true;
        answer_legacy(request, talk);
    });
    PeerRun run(entry_of_http(peer.url()), {}, {.list = 1ms});
    run.start();
    run.run_until([&] { return is_answered && run.events.size() == 2; });
    CHECK(run.events[1].kind == ServerEvent::listed);
}

TEST_CASE("changes are listened for in the modern era, again after the stream has ended")
{
    std::atomic<int> listened = 0;
    HttpPeer peer([&](const Request& request, Talk& talk) {
        if (request.asked() == "server/discover")
            return talk.result(request,
                {{"supportedVersions", {"2026-07-28"}},
                    {"capabilities", {{"tools", {{"listChanged", true}}}}}});
        if (request.asked() != "subscriptions/listen") {
            answer_modern(request, talk);
            return;
        }
        talk.begin_events();
        if (++listened == 1)
            return talk.close();
        talk.event({{"jsonrpc", "2.0"}, {"method", "notifications/tools/list_changed"}});
        talk.wait_for_client();
    });
    PeerRun run(entry_of_http(peer.url()), {}, {.list = 1ms, .listen = 10ms});
    run.start();
    run.run_until([&] { return listened == 2 && run.events.size() >= 2; });
}

TEST_CASE("questions are answered over HTTP in both eras (C15, C29)")
{
    const bool is_modern = GENERATE(true, false);
    std::mutex mutex;
    std::string answer;
    const Json question {{"method", "elicitation/create"},
        {"params",
            {{"message", "Which?"},
                {"requestedSchema",
                    {{"type", "object"}, {"properties", {{"a", {{"type", "integer"}}}}}}}}}};
    HttpPeer peer([&](const Request& request, Talk& talk) {
        if (request.message.value("id", Json()) == "q" && request.asked().empty()) {
            const std::lock_guard lock(mutex);
            answer = request.message["result"].dump();
            return talk.answer("202 Accepted");
        }
        if (is_modern ? answer_modern(request, talk) : answer_legacy(request, talk))
            return;
        const Json& params = request.message["params"];
        if (is_modern && !params.contains("inputResponses"))
            return talk.result(request,
                {{"resultType", "input_required"}, {"inputRequests", {{"q", question}}},
                    {"requestState", "st\"ate"}});
        if (is_modern)
            return talk.result(request,
                text_result(params["inputResponses"]["q"].dump() + params["requestState"].dump()));
        talk.begin_events();
        Json asked = question;
        asked["jsonrpc"] = "2.0";
        asked["id"] = "q";
        talk.event(asked);
        for (;; usleep(1'000)) {
            const std::lock_guard lock(mutex);
            if (answer.empty())
                continue;
            talk.event(response_to(request, text_result(answer)));
            return talk.close();
        }
    });
    const Asker asker = [&](const ServerQuestion& question) {
        CHECK(std::get<Form>(question.about).message == "Which?");
        return Json {{"action", "accept"}, {"content", {{"a", 1}}}};
    };
    PeerRun run(entry_of_http(peer.url()), asker);
    const std::string accepted = R"({"action":"accept","content":{"a":1}})";
    CHECK(run.text("ask") == (is_modern ? accepted + R"("st\"ate")" : accepted));
    CHECK(run.actions == Texts {"accept"});
}

TEST_CASE("a call that is given up closes its connection, or is cancelled in a session (C11)")
{
    const bool is_modern = GENERATE(true, false);
    const bool is_late = GENERATE(true, false);
    std::atomic<bool> is_closed = false;
    HttpPeer peer([&](const Request& request, Talk& talk) {
        if (is_modern ? answer_modern(request, talk) : answer_legacy(request, talk))
            return;
        talk.wait_for_client();
        is_closed = true;
    });
    auto entry = entry_of_http(peer.url());
    if (is_late)
        entry.timeout = 300ms;
    PeerRun run(entry);
    run.start();
    run.begin("hang");
    run.run_until([&] { return count_of(peer.asked(), "POST tools/call") == 1; });
    if (!is_late)
        run.calls.cancel(1, agent::calls::Cancelled::call);
    const auto outcome = run.outcome();
    CHECK(outcome.error->code
        == (is_late ? toolkit::Code::timed_out : toolkit::Code::permission_denied));
    run.run_until([&] { return is_closed.load(); });
    const std::string sign = is_modern ? "POST server/discover" : "POST ping";
    if (is_late)
        run.run_until([&] { return count_of(peer.asked(), sign) == (is_modern ? 2U : 1U); });
    if (!is_modern)
        run.run_until([&] { return count_of(peer.asked(), "POST notifications/cancelled") == 1; });
    CHECK(count_of(peer.asked(), "POST notifications/cancelled") == (is_modern ? 0U : 1U));
    CHECK(run.server.state() == Server::State::ready);
}

TEST_CASE("a server that lets a call time out and gives no sign of life is left (C11)")
{
    HttpPeer peer([&](const Request& request, Talk& talk) {
        if (request.asked() != "server/discover" && answer_modern(request, talk))
            return;
        static std::atomic<int> asked = 0;
        if (request.asked() == "server/discover" && ++asked == 1)
            answer_modern(request, talk);
        else
            talk.wait_for_client();
    });
    auto entry = entry_of_http(peer.url());
    entry.timeout = 100ms;
    PeerRun run(entry, {}, {.sign = 200ms});
    CHECK(has(run.text("hang"), "within 100ms"));
    run.run_until([&] { return run.server.state() != Server::State::ready; });
    CHECK(run.server.why_down() == "did not answer for 200ms after a call that had timed out");
}

TEST_CASE("a server that has gone is tried again later, and not too often (C10)")
{
    HttpPeer peer([](const Request& request, Talk& talk) {
        if (!answer_modern(request, talk))
            talk.result(request, text_result("tea"));
    });
    PeerRun run(entry_of_http(peer.url()), {}, {.respawn = 20s});
    CHECK(run.text("echo") == "tea");
    peer.stop();
    CHECK(has(run.text("echo"), "'echo' of the MCP server 'peer' failed: the server "));
    run.run_until([&] { return run.server.state() == Server::State::down; });
    const auto next = run.call("echo");
    CHECK(has(next.error->hint, "can be started again in"));
    CHECK(!next.was_sent);
}

TEST_CASE("a server that never answers, or answers a byte at a time, holds nobody up")
{
    const bool is_slow = GENERATE(true, false);
    HttpPeer peer([&](const Request&, Talk& talk) {
        if (!is_slow)
            return talk.wait_for_client();
        talk.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n");
        while (!talk.has_gone()) {
            talk.send(" ");
            usleep(20'000);
        }
        talk.is_closed = true;
    });
    auto entry = entry_of_http(peer.url());
    entry.start_timeout = 400ms;
    CHECK(has(PeerRun(entry, {}, {.question = 100ms}).text("echo"), "did not answer within 400ms"));
}

TEST_CASE("requests by the thousand are answered without a connection for each")
{
    std::atomic<int> answered = 0;
    HttpPeer peer([&](const Request& request, Talk& talk) {
        if (request.message.contains("error"))
            ++answered;
        if (request.asked() == "" && request.method == "POST")
            return talk.answer("202 Accepted");
        if (answer_legacy(request, talk))
            return;
        talk.begin_events();
        for (int count = 0; count < 3'000; ++count)
            talk.event({{"jsonrpc", "2.0"}, {"id", "u" + std::to_string(count)},
                {"method", "no/such/method"}});
        talk.event(response_to(request, text_result("after all")));
        talk.wait_for_client();
    });
    PeerRun run(entry_of_http(peer.url()));
    CHECK(run.text("echo") == "after all");
    run.run_until([&] { return answered >= 100; });
}

TEST_CASE("a server that does not read holds nobody up (C16)")
{
    HttpPeer peer([](const Request& request, Talk& talk) {
        if (!answer_modern(request, talk))
            talk.result(request, text_result("tea"));
    });
    auto entry = entry_of_http(peer.url());
    entry.timeout = 500ms;
    PeerRun run(entry);
    run.start();
    peer.stop_reading();
    run.begin("echo", {{"text", std::string(16 << 20, 'x')}});
    const auto late = std::chrono::steady_clock::now() + 600ms;
    run.run_until([&] { return std::chrono::steady_clock::now() >= late; });
    peer.go_on_reading(); // and it shows that it answers
    CHECK(has(PeerRun::text_of(run.outcome()), "within 500ms"));
    CHECK(run.text("echo") == "tea");
}
