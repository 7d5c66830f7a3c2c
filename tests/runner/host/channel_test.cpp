#include "host_run.hpp"

#include "frontends/host/inbox.hpp"
#include "toolkit/system/error.hpp"

#include <algorithm>
#include <random>

using namespace agent;
using namespace frontends::host;
using namespace toolkit::json;
using namespace toolkit::system;

static const std::vector<std::string>& messages()
{
    static const std::vector<std::string> all {
        R"({"do":"begin","channel":2,"hostTools":[{"name":"orders","description":"d","schema":{"type":"object"},"changes":false}],"limits":{"steps":3},"labels":["a"]})",
        R"({"do":"say","text":"grüße","context":[{"name":"view","type":"application/json","json":{"customer":4711}}],"when":"next"})",
        R"({"do":"call","id":"c","tool":"none","arguments":{"path":"x"}})",
        R"({"do":"answer","id":"a1","output":[{"id":9,"due":"2026-11-20"}]})",
        R"({"do":"interrupt","id":"c"})",
    };
    return all;
}

static channel::HostMessage read(std::string_view line)
{
    return channel::decode_message<channel::HostMessage>(line);
}

static void begin_without_turns(HostRun& run)
{
    run.config.replay = (run.directory / "none").string();
    run.make_file("none", "");
    run.start();
    const Json hello = *run.next();
    CHECK(text_at(hello, "event") == "hello");
    CHECK(text_at(hello, "approve") == "never");
    run.say({{"do", "begin"}});
    const Json begun = *run.next();
    CHECK(text_at(begun, "event") == "run");
    CHECK(begun.at("effects").is_object());
}

TEST_CASE("a message that is cut at any byte is refused, and changes nothing")
{
    HostRun run;
    begin_without_turns(run);
    for (const auto& message : messages()) {
        CHECK_NOTHROW(read(message));
        for (std::size_t size = 1; size < message.size(); ++size) {
            CHECK_THROWS_AS(read(message.substr(0, size)), ToolError);
            run.send(message.substr(0, size) + "\n");
            CHECK(text_at(*run.next(), "event") == "error");
        }
    }
    CHECK(run.quit() == 0);
}

TEST_CASE("a verdict can have arguments, which are an object, and who has decided")
{
    const std::string beginning = R"({"do":"answer","id":"a1","verdict":"yes",)";
    const std::string answer = beginning + R"("by":"anna","arguments":{"text":"x"}})";
    for (const auto& content : {std::get<channel::Answer>(read(answer)).content,
             std::get<channel::Answer>(channel::decode_message<channel::ScreenMessage>(answer))
                 .content}) {
        const auto& given = std::get<channel::VerdictAnswer>(content);
        CHECK(given.arguments.json() == Json {{"text", "x"}});
        CHECK(given.by == "anna");
    }
    CHECK_THROWS_AS(read(beginning + R"("arguments":["x"]})"), ToolError);
    CHECK_THROWS_AS(read(beginning + R"("arguments":"{}"})"), ToolError);
    CHECK_THROWS_AS(read(beginning + R"("by":""})"), ToolError);
    CHECK_THROWS_AS(read(R"({"do":"answer","id":"a1","output":1,"arguments":{}})"), ToolError);
}

// It may have been a begin that was to narrow what the flags allow.
TEST_CASE("a first line that is not understood ends the process, and nothing after it is done")
{
    const std::string line = GENERATE(values<std::string>({
        R"({"do":"begin","approve":"always","label":["x"]})",
        R"({"do":"begin","approve":"always","channel":1})",
        R"({"do":"begin","approve":"Always"})",
        R"({"do":"begin","limits":{"toolcalls":0}})",
        R"({"do":"begin","withoutTools":"change"})",
        R"({"do":"begin","labels":[")" + std::string(2000, 'x') + R"("]})",
        R"({"do":"begin","hostTools":[{"name":"orders","schema":{}}]})",
        R"({"do":"begin","approve":"always"},)",
        R"({"do":"begin","approve":"always","approve":"never"})",
        R"({"do":"begins","approve":"always"})",
        R"({"approve":"always"})",
        "\xff",
    }));
    HostRun run;
    run.make_tool("change", "touch changed\n", true);
    run.start();
    CHECK(text_at(*run.next(), "event") == "hello");
    run.send(line + "\n" + R"({"do":"call","id":"c","tool":"change","arguments":{}})" + "\n");
    CHECK(text_at(*run.next(), "event") == "error");
    CHECK(!run.next());
    CHECK(run.status() == 2);
    CHECK(!std::filesystem::exists(run.directory / "changed"));
}

TEST_CASE("a first line that is too long ends the process")
{
    HostRun run;
    run.start();
    CHECK(text_at(*run.next(), "event") == "hello");
    const std::string begin = R"({"do":"begin","approve":"always","system":")";
    run.send(begin + std::string(channel::max_line + 1 - begin.size(), 'x'));
    CHECK(text_at(run.wait_for("error"), "code") == "TOO_LARGE");
    CHECK(!run.next());
    CHECK(run.status() == 2);
}

TEST_CASE("a begin that comes too late ends the process")
{
    HostRun run;
    begin_without_turns(run);
    run.say({{"do", "begin"}, {"approve", "always"}});
    CHECK(text_at(run.wait_for("error"), "code") == "CONFLICT");
    CHECK(!run.next());
    CHECK(run.status() == 2);
}

TEST_CASE("a host that dies in the middle of a message is one that quits")
{
    for (const auto& message : messages()) {
        HostRun run;
        run.start();
        run.send(message.substr(0, message.size() / 2));
        run.end_input();
        while (run.next()) { }
        CHECK(run.status() == 0);
    }
}

// By hand: AGENTCLI_RANDOM_MESSAGES=100000 runner_test "random messages*"
TEST_CASE("random messages are refused or understood, and end nothing")
{
    const char* const wanted
        = std::getenv("AGENTCLI_RANDOM_MESSAGES"); // NOLINT(concurrency-mt-unsafe): one thread
    const int count = wanted != nullptr ? std::atoi(wanted) : 2000;
    std::mt19937 random(7); // NOLINT(cert-msc51-cpp): the same each time
    const auto below = [&](std::size_t limit) { return random() % limit; };
    HostRun run;
    begin_without_turns(run);
    int errors = 0;
    for (int index = 0; index < count; ++index) {
        std::string line = messages()[1 + below(messages().size() - 1)];
        for (std::size_t changes = 1 + below(4); changes > 0; --changes) {
            const std::size_t at = below(line.size());
            if (below(2) == 0)
                line[at] = static_cast<char>(below(256));
            else
                line.insert(at, line.substr(below(line.size()), below(20)));
        }
        std::replace(line.begin(), line.end(), '\n', ' ');
        try {
            read(line);
        } catch (const ToolError&) {
            run.send(line + "\n");
            CHECK(text_at(*run.next(), "event") == "error");
            ++errors;
        }
    }
    CHECK(errors > count / 2);
    CHECK(run.quit() == 0);
}

TEST_CASE("a command that is interrupted because its host quits is no error")
{
    std::array<int, 2> said {};
    std::array<int, 2> heard {};
    REQUIRE(pipe(said.data()) == 0);
    REQUIRE(pipe2(heard.data(), O_NONBLOCK) == 0);
    const std::array<File, 4> ends {File(said[0]), File(said[1]), File(heard[0]), File(heard[1])};
    const agent::redaction::Redaction redaction({});
    Cancel cancel;
    Channel channel({said[0], heard[1]}, {&redaction, &redaction}, cancel);
    ChannelAsks asks(channel);
    Inbox inbox(channel, asks, Client::screen);
    const auto say = [&](std::string_view line) {
        REQUIRE(write(said[1], line.data(), line.size()) == static_cast<ssize_t>(line.size()));
    };
    inbox.do_at_once = [&](const channel::SlashCommand& command) -> bool {
        if (command.line == "/show")
            say("{\"do\":\"quit\"}\n");
        cancel.check();
        throw ToolError(Code::not_found, "no tool was called yet");
    };
    std::array<char, 4096> events {};
    say("{\"do\":\"command\",\"line\":\"/raw\"}\n");
    CHECK(!cancel.is_set());
    CHECK(read(heard[0], events.data(), events.size()) > 0);
    say("{\"do\":\"command\",\"line\":\"/show\"}\n");
    CHECK(cancel.is_set());
    CHECK(inbox.is_over());
    CHECK(read(heard[0], events.data(), events.size()) < 0);
}

TEST_CASE("a host that has gone ends the turn, its tools and the process")
{
    HostRun run;
    run.make_tool("wait", "touch begun; exec sleep 100\n", false);
    PlayedServer server;
    run.config.server.base_url = server.url();
    run.start();
    run.say({{"do", "say"}, {"text", "hello"}});
    server.accept_one();
    server.on_request();
    server.answer(calls_message(Json::array({call_of("c", "wait", Json::object())})));
    while (!std::filesystem::exists(run.directory / "begun"))
        usleep(2000);
    SECTION("its input ends")
    {
        run.end_input();
        CHECK(text_at(run.wait_for("turn"), "exitReason") == "interrupted");
        CHECK(!run.next());
        CHECK(run.status() == 0);
    }
    SECTION("it is killed")
    {
        run.stop_reading();
        run.end_input();
        CHECK(run.status() == 141);
    }
}

TEST_CASE("a host that has gone while it is asked ends the process")
{
    HostRun run;
    run.make_tool("wait", "exit 0\n", true);
    run.config.server.base_url = "http://127.0.0.1:9/v1";
    run.start();
    const std::string approval = GENERATE("approval", "hostTool");
    const Json tool {{"name", "orders"}, {"description", ""}, {"schema", {{"type", "object"}}},
        {"changes", false}, {"timeoutSeconds", 3600}};
    run.say({{"do", "begin"}, {"hostTools", {tool}}});
    const bool is_approval = approval == "approval";
    run.say({{"do", "call"}, {"id", "c"}, {"tool", is_approval ? "wait" : "orders"},
        {"arguments", Json::object()}, {"approve", is_approval}});
    CHECK(text_at(run.wait_for("ask"), "kind") == approval);
    run.stop_reading();
    run.end_input();
    const int status = run.status();
    CHECK((status == 0 || status == 141));
}
