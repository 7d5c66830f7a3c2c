#include "host_run.hpp"

using namespace toolkit::json;

// Each turn is cancelled where it is, the process lives on, and the next turn is answered.
static void check_cancelled_and_go_on(HostRun& run, PlayedServer& server, const std::string& url)
{
    run.say({{"do", "interrupt"}});
    const Json end = run.wait_for("turn");
    CHECK(text_at(end, "exitReason") == "interrupted");
    CHECK(end.at("exitStatus").get<int>() == 130);
    if (url.empty())
        return;
    run.say({{"do", "say"}, {"text", "again"}});
    server.accept_one();
    server.on_request();
    server.answer_text("here");
    CHECK(text_at(run.wait_for("turn"), "answer") == "here");
    CHECK(run.quit() == 0);
}

static void begin_turn(HostRun& run, const PlayedServer& server, const std::string& scheme = "http")
{
    run.config.server.base_url = server.url(scheme);
    run.start();
    run.say({{"do", "say"}, {"text", "hello"}});
}

TEST_CASE("a turn is cancelled while it waits for TLS")
{
    HostRun run;
    PlayedServer server;
    begin_turn(run, server, "https");
    server.accept_one(); // and says nothing
    check_cancelled_and_go_on(run, server, "");
    CHECK(server.is_left());
    CHECK(run.quit() == 0);
}

TEST_CASE("a turn is cancelled while it waits for headers")
{
    HostRun run;
    PlayedServer server;
    begin_turn(run, server);
    server.accept_one();
    server.on_request();
    check_cancelled_and_go_on(run, server, server.url());
}

TEST_CASE("a turn is cancelled in the middle of a text, and keeps what has come of it")
{
    HostRun run;
    PlayedServer server;
    begin_turn(run, server);
    server.accept_one();
    server.on_request();
    server.say("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
               "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"It is late "
               "because of "
               "the \"}}]}\n\n");
    run.wait_for("text");
    run.say({{"do", "interrupt"}});
    CHECK(text_at(run.wait_for("turn"), "exitReason") == "interrupted");
    run.say({{"do", "say"}, {"text", "go on"}});
    server.accept_one();
    const Json messages = server.on_request().at("messages");
    const std::string kept = messages.at(messages.size() - 2).at("content");
    CHECK(kept.starts_with("It is late"));
    CHECK(kept.ends_with("\n[interrupted by the operator]"));
    server.answer_text("here");
    CHECK(text_at(run.wait_for("turn"), "answer") == "here");
    CHECK(run.quit() == 0);
}

TEST_CASE("a turn is cancelled in the pause before a retry")
{
    HostRun run;
    run.config.server.retries = 5;
    PlayedServer server;
    begin_turn(run, server);
    server.accept_one();
    server.on_request();
    server.say(
        "HTTP/1.1 503 Busy\r\nRetry-After: 50\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    CHECK(run.wait_for("note").at("text").get<std::string>().find("retry 1 of 5")
        != std::string::npos);
    check_cancelled_and_go_on(run, server, server.url());
}

static std::size_t threads_of(pid_t process)
{
    const std::filesystem::directory_iterator tasks("/proc/" + std::to_string(process) + "/task");
    return static_cast<std::size_t>(std::distance(begin(tasks), end(tasks)));
}

TEST_CASE("a turn is cancelled while it looks up a name")
{
    HostRun run;
    run.config.server.base_url = "http://a-name-that-nobody-answers.example/v1";
    run.has_silent_name_server = true;
    run.start();
    if (!run.next()) {
        WARN("there is no view of the file system and network of one's own: not tried");
        return;
    }
    run.say({{"do", "say"}, {"text", "hello"}});
    while (threads_of(run.child) == 1) // the resolver's is the only other one
        usleep(2000);
    run.say({{"do", "interrupt"}});
    CHECK(text_at(run.wait_for("turn"), "exitReason") == "interrupted");
    run.say({{"do", "call"}, {"id", "c"}, {"tool", "none"}, {"arguments", Json::object()}});
    CHECK(text_at(run.wait_for("result"), "code") == "NOT_FOUND"); // the process lives on
    CHECK(run.quit() == 0);
}

static void begin_calls(HostRun& run, PlayedServer& server, std::size_t count)
{
    begin_turn(run, server);
    server.accept_one();
    server.on_request();
    Json calls = Json::array();
    for (std::size_t index = 0; index < count; ++index)
        calls.push_back(call_of("c" + std::to_string(index), "wait", {{"n", index}}));
    server.answer(calls_message(calls));
    for (std::size_t index = 0; index < count; ++index) {
        const std::string file = "begun" + std::to_string(index);
        while (!std::filesystem::exists(run.directory / file))
            usleep(2000);
    }
}

static const char* const waiting_tool
    = "read -r request; n=${request##*:}; touch \"begun${n%\\}}\"; exec sleep 100\n";

TEST_CASE("a turn is cancelled in the middle of a tool, and the next one is told")
{
    HostRun run;
    run.make_tool("wait", waiting_tool, true);
    PlayedServer server;
    begin_calls(run, server, 1);
    run.say({{"do", "interrupt"}});
    CHECK(text_at(run.wait_for("turn"), "exitReason") == "interrupted");
    run.say({{"do", "say"}, {"text", "what now?"}});
    const Json messages = server.on_request().at("messages");
    const std::string sent = messages.dump();
    CHECK(
        sent.find(
            R"("role":"tool","tool_call_id":"c0","content":"{\"error\":\"tool 'wait' was interrupted)")
        != std::string::npos);
    CHECK(messages.back().dump() == R"({"role":"user","content":"what now?"})");
    server.answer_text("done");
    CHECK(text_at(run.wait_for("turn"), "answer") == "done");
    CHECK(run.quit() == 0);
    CHECK(std::filesystem::file_size(run.directory / "printed") == 0);
    const auto lines = run.audit_lines();
    REQUIRE(lines.size() == 3); // the call and the ends of both turns
    CHECK(text_at(lines[1], "end") == "interrupted");
    CHECK(text_at(lines[2], "end") == "answered");
}

TEST_CASE("a turn is cancelled while 16 tools run at once")
{
    HostRun run;
    run.make_tool("wait", waiting_tool, false);
    PlayedServer server;
    begin_calls(run, server, 16);
    run.say({{"do", "interrupt"}});
    const Json end = run.wait_for("turn");
    CHECK(text_at(end, "exitReason") == "interrupted");
    CHECK(end.at("calls").size() == 16);
    CHECK(run.quit() == 0);
}

TEST_CASE("of 16 calls that run at once one is cancelled, and the others end by themselves")
{
    HostRun run;
    run.make_tool("wait",
        "read -r request; n=${request##*:}; n=${n%\\}}; touch \"begun$n\"\n"
        "[ \"$n\" = 7 ] && exec sleep 100\n"
        "until [ -e go ]; do sleep 0.02; done; echo '{}'\n",
        false);
    PlayedServer server;
    begin_calls(run, server, 16);
    run.say({{"do", "interrupt"}, {"id", "c7"}});
    run.make_file("go", "");
    for (int index = 0; index < 16; ++index) {
        const Json result = run.wait_for("result");
        CHECK(result.contains("code") == (text_at(result, "id") == "c7"));
    }
    server.on_request();
    server.answer_text("15 of them");
    CHECK(text_at(run.wait_for("turn"), "answer") == "15 of them");
    CHECK(run.quit() == 0);
}
