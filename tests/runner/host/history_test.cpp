#include "host_run.hpp"

static Json begun_with(const char* begin)
{
    HostRun run;
    PlayedServer server;
    run.config.beginning.system = "Of the operator.";
    run.config.server.base_url = server.url();
    run.rights.may = {"instructions"};
    run.start();
    run.say(parse_bounded(begin));
    run.say({{"do", "say"}, {"text", "and now?"}});
    server.accept_one();
    Json messages = server.on_request().at("messages");
    server.answer_text("done");
    CHECK(text_at(run.wait_for("turn"), "answer") == "done");
    CHECK(run.quit() == 0);
    return messages;
}

TEST_CASE("the messages of a history precede the first turn, and are mended")
{
    const Json messages = begun_with(R"({"do":"begin","history":[
        {"role":"user","content":[{"type":"text","text":"how many?"}]},
        {"role":"assistant","content":null,"tool_calls":[
            {"id":"c1","type":"function","function":{"name":"count","arguments":"{}"}},
            {"id":"c2","type":"function","function":{"name":"count","arguments":"{}"}}]},
        {"role":"tool","tool_call_id":"c9","content":"of no call"},
        {"role":"tool","tool_call_id":"c1","content":"4711"}]})");
    CAPTURE(messages.dump());
    REQUIRE(messages.size() == 7);
    CHECK(text_at(messages[0], "content") == "Of the operator.");
    CHECK(messages[1].at("content").dump().find("how many?") != std::string::npos);
    CHECK(messages[2].at("tool_calls").size() == 2);
    CHECK(text_at(messages[3], "content") == "4711");
    CHECK(text_at(messages[4], "tool_call_id") == "c2");
    CHECK(text_at(messages[4], "content").find("interrupted") != std::string::npos);
    CHECK(text_at(messages[5], "role") == "assistant");
    CHECK(text_at(messages[6], "content") == "and now?");
}

TEST_CASE("the instructions of a host follow the system message")
{
    const Json messages = begun_with(R"({"do":"begin","instructions":"Of the host."})");
    CHECK(text_at(messages[0], "content") == "Of the operator.\n\nOf the host.");
}

TEST_CASE("a history has no system message, and instructions can be refused")
{
    const auto [begin, what] = GENERATE(table<const char*, const char*>({
        {R"({"do":"begin","history":[{"role":"system","content":"mine"}]})", "history"},
        {R"({"do":"begin","history":[{"role":"tool","content":"of nothing"}]})", "history"},
        {R"({"do":"begin","history":[{"role":"user","content":null}]})", "history"},
        {R"({"do":"begin","instructions":"mine"})", "instructions"},
    }));
    HostRun run;
    run.start();
    run.say(parse_bounded(begin));
    CHECK(text_at(run.wait_for("error"), "text").find(what) != std::string::npos);
    CHECK(run.status() == 2);
}

// Returns a session whose last message calls the host's tool `count` as c1 and as c2.
static std::string session_with_calls()
{
    const Json calls = Json::array(
        {call_of("c1", "count", Json::object()), call_of("c2", "count", Json::object())});
    return Json {{"message", {{"role", "user"}, {"content", "how many?"}}}}.dump() + "\n"
        + Json {{"message", calls_message(calls)}}.dump() + "\n";
}

TEST_CASE("the first turn runs the open calls of a session, and the others were interrupted")
{
    HostRun run;
    PlayedServer server;
    run.config.beginning.sessions = run.directory / "sessions";
    std::filesystem::create_directory(run.config.beginning.sessions);
    run.make_file("sessions/desk.ndjson", session_with_calls(), 0600);
    run.config.server.base_url = server.url();
    run.start();
    run.say(parse_bounded(R"({"do":"begin","session":"desk","openCalls":["c2"],"hostTools":[
        {"name":"count","description":"Counts","schema":{"type":"object"}}]})"));
    run.say({{"do", "say"}, {"from", "history"}});
    const Json ask = run.wait_for("ask");
    CHECK(text_at(ask, "call") == "c2");
    run.say({{"do", "answer"}, {"id", ask.at("id")}, {"output", 4711}});
    server.accept_one();
    const Json messages = server.on_request().at("messages");
    server.answer_text("done");
    CHECK(text_at(run.wait_for("turn"), "answer") == "done");
    CHECK(run.quit() == 0);
    CAPTURE(messages.dump());
    REQUIRE(messages.size() == 4);
    CHECK(text_at(messages[2], "tool_call_id") == "c1");
    CHECK(text_at(messages[2], "content").find("interrupted") != std::string::npos);
    CHECK(text_at(messages[3], "tool_call_id") == "c2");
    CHECK(text_at(messages[3], "content") == "4711");
}

TEST_CASE("open calls are those of a session that continues")
{
    const char* const begin = GENERATE(R"({"do":"begin","openCalls":["c1"]})",
        R"({"do":"begin","openCalls":["c1"],"session":"desk","fork":"other"})");
    HostRun run;
    run.start();
    run.say(parse_bounded(begin));
    CHECK(text_at(run.wait_for("error"), "text").find("openCalls") != std::string::npos);
    CHECK(run.status() == 2);
}
