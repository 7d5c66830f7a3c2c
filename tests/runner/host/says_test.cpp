#include "host_run.hpp"

using namespace agent::calls;
using namespace toolkit::json;

static void begin_run(HostRun& run, const PlayedServer& server, const Json& begin)
{
    run.config.server.base_url = server.url();
    run.start();
    if (!begin.is_null())
        run.say(begin);
}

TEST_CASE(
    "context is for one turn: a later one sees its name and its hash alone, unless it is kept")
{
    HostRun run;
    PlayedServer server;
    begin_run(run, server, {});
    run.say({{"do", "say"}, {"text", "first"},
        {"context",
            {{{"name", "view"}, {"type", "application/json"}, {"json", {{"customer", 4711}}}},
                {{"name", "rule"}, {"type", "text/plain"}, {"text", "be brief"},
                    {"keep", true}}}}});
    server.accept_one();
    const Json sent = server.on_request().at("messages");
    const std::string question = text_at(sent.back(), "content");
    CHECK(question.find(
              R"({"context":[{"name":"view","type":"application/json","json":{"customer":4711}},)")
        != std::string::npos);
    CHECK(question.ends_with("first"));
    server.answer_text("one");
    run.wait_for("turn");
    run.say({{"do", "say"}, {"text", "second"}});
    const std::string later = server.on_request().at("messages").dump();
    CHECK(later.find("4711") == std::string::npos);
    CHECK(later.find("sha256") != std::string::npos);
    CHECK(later.find("be brief") != std::string::npos);
    server.answer_text("two");
    CHECK(text_at(run.wait_for("turn"), "answer") == "two");
    CHECK(run.quit() == 0);
}

TEST_CASE("a message in a turn goes to the next request, or waits for the next turn")
{
    HostRun run;
    run.make_tool("wait", "touch begun; until [ -e go ]; do sleep 0.02; done; echo '{}'\n", false);
    PlayedServer server;
    begin_run(run, server, {});
    run.say({{"do", "say"}, {"text", "hello"}});
    server.accept_one();
    server.on_request();
    server.answer(calls_message(Json::array({call_of("c", "wait", Json::object())})));
    while (!std::filesystem::exists(run.directory / "begun"))
        usleep(2000);
    run.say({{"do", "say"}, {"text", "for later"}, {"when", "next"}});
    run.say({{"do", "say"}, {"id", "m1"}, {"text", "be quick"}});
    Json said;
    while (text_at(said, "text") != "be quick")
        said = run.wait_for("said");
    CHECK(text_at(said, "id") == "m1");
    run.make_file("go", "");
    const Json messages = server.on_request().at("messages");
    CHECK(messages.back().dump() == R"({"role":"user","content":"be quick"})");
    server.answer_text("one");
    CHECK(run.wait_for("turn").at("turn").get<int>() == 1);
    CHECK(server.on_request().at("messages").back().dump()
        == R"({"role":"user","content":"for later"})");
    server.answer_text("two");
    CHECK(run.wait_for("turn").at("turn").get<int>() == 2);
    CHECK(run.quit() == 0);
}

TEST_CASE("limits of the host are for each turn, and begin anew")
{
    HostRun run;
    run.make_tool("look", "cat > seen; echo '{}'\n", false);
    PlayedServer server;
    begin_run(run, server, {{"do", "begin"}, {"limits", {{"toolCalls", 1}}}});
    for (int turn = 1; turn <= 2; ++turn) {
        run.say({{"do", "say"}, {"text", "hello"}});
        if (turn == 1)
            server.accept_one();
        server.on_request();
        server.answer(calls_message(Json::array({call_of("c", "look", {{"turn", turn}})})));
        server.on_request();
        server.answer(calls_message(Json::array({call_of("d", "look", {{"again", turn}})})));
        const Json end = run.wait_for("turn");
        CHECK(text_at(end, "exitReason") == "max-tool-calls");
        CHECK(end.at("steps").get<int>() == 2);
    }
    CHECK(run.quit() == 0);
}

TEST_CASE("what would allow more than the operator does ends the run with status 2")
{
    const Json begin = GENERATE(Json {{"limits", {{"steps", 9}}}},
        Json {{"limits", {{"seconds", 99}}}}, Json {{"limits", {{"tokens", 1001}}}},
        Json {{"approve", "never"}}, Json {{"model", "other"}}, Json {{"system", "do all"}},
        Json {{"temperature", 1}}, Json {{"topP", 1}}, Json {{"stop", {"x"}}}, Json {{"seed", 1}},
        Json {{"onlyTools", {"look", "other"}}}, Json {{"session", "theirs"}},
        Json {{"hostTools",
            {{{"name", "look"}, {"description", ""}, {"schema", {{"type", "object"}}}}}}},
        Json {{"hostTools",
            {{{"name", "a__b"}, {"description", ""}, {"schema", {{"type", "object"}}}}}}},
        Json {{"hostTools",
            {{{"name", "a"}, {"description", ""}, {"schema", {{"tipe", "object"}}}}}}});
    HostRun run;
    run.make_tool("look", "echo '{}'\n", false);
    run.config.tools.only = {{"look"}};
    run.config.limits = {8, 100, 5, 1000, false, {}, std::chrono::seconds(50)};
    run.config.approve = Approve::changes;
    run.config.beginning.session = "mine";
    run.config.server.base_url = "http://127.0.0.1:9/v1";
    run.start();
    Json message {{"do", "begin"}};
    message.update(begin);
    INFO(message.dump());
    run.say(message);
    run.wait_for("error");
    CHECK(!run.next());
    CHECK(run.status() == 2);
}

TEST_CASE("a host may set what it has been given the right to")
{
    HostRun run;
    run.rights.may = {"model", "system"};
    PlayedServer server;
    begin_run(run, server, {{"do", "begin"}, {"model", "other"}, {"system", "be kind"}});
    run.say({{"do", "say"}, {"text", "hello"}});
    server.accept_one();
    const Json request = server.on_request();
    CHECK(text_at(request, "model") == "other");
    CHECK(request.at("messages").front().dump() == R"({"role":"system","content":"be kind"})");
    server.answer_text("yes");
    run.wait_for("turn");
    CHECK(run.quit() == 0);
}

TEST_CASE("calls of the host run beside each other, and one of 16 is cancelled")
{
    HostRun run;
    run.make_tool("wait",
        "read -r request; case $request in *7}) exec sleep 100;; esac\n"
        "until [ -e go ]; do sleep 0.02; done; echo '{}'\n",
        false);
    PlayedServer server;
    begin_run(run, server, {});
    for (int index = 0; index < 16; ++index)
        run.say({{"do", "call"}, {"id", "h" + std::to_string(index)}, {"tool", "wait"},
            {"arguments", {{"n", index == 7 ? 7 : 100}}}, {"labels", {"mine"}}});
    for (int index = 0; index < 16; ++index)
        run.wait_for("call");
    run.say({{"do", "interrupt"}, {"id", "h7"}});
    CHECK(text_at(run.wait_for("result"), "id") == "h7");
    run.make_file("go", "");
    for (int others = 0; others < 15; ++others)
        CHECK(!run.wait_for("result").contains("code"));
    CHECK(run.quit() == 0);
    for (const auto& line : run.audit_lines()) {
        CHECK(text_at(line, "by") == "host");
        CHECK(line.at("labels").dump() == R"(["mine"])");
    }
}

TEST_CASE("an id is used again only after the call that has it has ended")
{
    HostRun run;
    run.make_tool(
        "wait", "cat > /dev/null; until [ -e go ]; do sleep 0.02; done; echo '{}'\n", false);
    PlayedServer server;
    begin_run(run, server, {});
    const Json call {{"do", "call"}, {"id", "h"}, {"tool", "wait"}, {"arguments", Json::object()}};
    run.say(call);
    run.wait_for("call");
    run.say(call);
    CHECK(text_at(run.wait_for("error"), "text") == "a call 'h' has not ended yet");
    run.make_file("go", "");
    run.wait_for("result");
    run.say(call);
    CHECK(text_at(run.wait_for("result"), "id") == "h");
    CHECK(run.quit() == 0);
}

TEST_CASE("the calls of a host are asked about, unless the operator trusts them")
{
    HostRun run;
    run.make_tool("change", "cat > /dev/null; touch done-it; echo '{}'\n", true);
    run.config.approve = Approve::changes;
    run.rights.calls_are_trusted = GENERATE(true, false);
    PlayedServer server;
    begin_run(run, server, {});
    run.say({{"do", "call"}, {"id", "h"}, {"tool", "change"}, {"arguments", Json::object()}});
    if (!run.rights.calls_are_trusted)
        run.say({{"do", "answer"}, {"id", run.wait_for("ask").at("id")}, {"verdict", "no"}});
    run.wait_for("result");
    CHECK(run.quit() == 0);
    CHECK(std::filesystem::exists(run.directory / "done-it") == run.rights.calls_are_trusted);
}

TEST_CASE("an interruption takes back what waits, and one with nothing to end is an error")
{
    HostRun run;
    PlayedServer server;
    begin_run(run, server, {});
    run.say({{"do", "interrupt"}});
    CHECK(text_at(run.wait_for("error"), "code") == "NOT_FOUND");
    run.say({{"do", "say"}, {"text", "first"}});
    server.accept_one();
    server.on_request();
    run.say({{"do", "say"}, {"text", "second"}, {"when", "next"}});
    run.say({{"do", "interrupt"}});
    while (text_at(run.wait_for("said"), "state") != "taken-back") { }
    CHECK(text_at(run.wait_for("turn"), "exitReason") == "interrupted");
    run.say({{"do", "say"}, {"text", "third"}});
    server.accept_one();
    const std::string sent = server.on_request().at("messages").dump();
    CHECK(sent.find("second") == std::string::npos);
    CHECK(sent.find("third") != std::string::npos);
    server.answer_text("yes");
    run.wait_for("turn");
    CHECK(run.quit() == 0);
}
