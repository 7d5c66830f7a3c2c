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
    Json messages = server.hear_request().at("messages");
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
