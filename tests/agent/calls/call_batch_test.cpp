#include "catch.hpp"

#include "agent/calls/batch_scene.hpp"

#include <utility>

TEST_CASE("calls that change files run alone and in order, whichever source they are of")
{
    ScriptedSource one({"read"}, {"write"});
    ScriptedSource other({"look"}, {"send"});
    Scene scene({&one, &other});
    for (const char* name : {"read", "look", "write", "send", "read"})
        scene.add(name);
    scene.batch.step();
    CHECK(one.begun == Strings {"read{}"});
    CHECK(other.begun == Strings {"look{}"});
    one.end("read");
    scene.batch.step();
    CHECK(one.begun.size() == 1); // "look" still runs
    other.end("look");
    scene.batch.step();
    CHECK(one.begun == Strings {"read{}", "write{}"});
    CHECK(other.begun.size() == 1);
    one.end("write");
    scene.batch.step();
    CHECK(other.begun == Strings {"look{}", "send{}"});
    other.end("send");
    scene.batch.step();
    CHECK(one.begun.back() == "read{}");
    one.end("read");
    scene.batch.step();
    CHECK(scene.batch.is_done());
    CHECK(scene.answers == Strings {"\"read\"", "\"look\"", "\"write\"", "\"send\"", "\"read\""});
}

TEST_CASE("a call that changes nothing runs beside others, although its tool changes files")
{
    ScriptedSource source({}, {"agent"});
    source.let_look("agent");
    Scene scene({&source});
    scene.add("agent", "a", R"({"mode":"look"})");
    scene.add("agent", "b", R"({"mode":"look"})");
    scene.add("agent", "c", R"({"mode":"write"})");
    scene.add("agent", "d", R"({"mode":["look"]})");
    scene.batch.step();
    CHECK(source.begun == Strings {R"(agent{"mode":"look"})", R"(agent{"mode":"look"})"});
    source.end("agent");
    scene.batch.step();
    CHECK(source.begun.back() == R"(agent{"mode":"write"})");
    source.end("agent");
    scene.batch.step();
    CHECK(source.begun.back() == R"(agent{"mode":["look"]})");
}

TEST_CASE("whether a call is asked about depends on what it changes")
{
    ScriptedSource source({"read"}, {"agent"});
    source.let_look("agent");
    const auto is_asked = [&](Approve when, const char* tool, const char* arguments) {
        return is_to_be_asked(when, prepared_call({"", tool, arguments}, {&source}));
    };
    CHECK(is_asked(Approve::changes, "agent", R"({"mode":"write"})"));
    CHECK_FALSE(is_asked(Approve::changes, "agent", R"({"mode":"look"})"));
    CHECK_FALSE(is_asked(Approve::changes, "read", "{}"));
    CHECK(is_asked(Approve::always, "agent", R"({"mode":"look"})"));
    CHECK_FALSE(is_asked(Approve::never, "agent", R"({"mode":"write"})"));
    CHECK(is_asked(Approve::edits, "agent", R"({"mode":"write"})")); // it declares no effects
    const auto is_forbidden = [&](Approve when, const char* arguments) {
        return forbidden_by(when, prepared_call({"", "agent", arguments}, {&source})).has_value();
    };
    CHECK(is_forbidden(Approve::plan, R"({"mode":"write"})"));
    CHECK_FALSE(is_forbidden(Approve::plan, R"({"mode":"look"})"));
    CHECK_FALSE(is_forbidden(Approve::always, R"({"mode":"write"})"));
    source.allow("agent");
    CHECK_FALSE(is_asked(Approve::changes, "agent", R"({"mode":"write"})"));
    CHECK(is_asked(Approve::always, "agent", R"({"mode":"write"})"));
}

TEST_CASE("an edit that may run unasked is declared as one, and its dry run shows nothing else")
{
    OfferedTool tool;
    tool.name = "edit";
    tool.effects = {{"workspace", "write"}, {"dryRun", true}};
    PreparedCall call;
    call.tool = &tool;
    call.arguments.json = {{"path", "a"}};
    CHECK(may_be_plain_edit(call));
    call.arguments.json = {{"path", "a"}, {"Recursive", "true"}};
    CHECK_FALSE(may_be_plain_edit(call));
    call.arguments.json = {{"path", "a"}, {"recursive", false}};
    CHECK(may_be_plain_edit(call));
    for (const Json& more :
        {Json {{"programs", true}}, Json {{"network", "on"}}, Json {{"writesOutside", true}},
            Json {{"root", "/other"}}, Json {{"workspace", "read"}}}) {
        tool.effects = {{"workspace", "write"}};
        tool.effects.update(more);
        CHECK_FALSE(may_be_plain_edit(call));
    }
    tool.effects = {{"workspace", "write"}};
    tool.at_server.server = "github";
    CHECK_FALSE(may_be_plain_edit(call));

    CHECK(is_plain_edit({{"diff", "-a\n+b\n"}, {"entries", 1}}));
    for (const Json& answer : {Json {{"error", "x"}}, Json {{"entries", 2}},
             Json {{"runsLater", {"Makefile"}}}, Json {{"gitObeys", {".gitattributes"}}},
             Json {{"runsLaterIncomplete", true}}, Json("done"), Json()})
        CHECK_FALSE(is_plain_edit(answer));
}

TEST_CASE("a call that the mode forbids is refused before anybody is asked")
{
    ScriptedSource source({}, {"write"});
    Scene scene({&source});
    scene.approver.asks = [](const OfferedTool&) { return true; };
    scene.approver.forbids = true;
    scene.add("write", "a", "{}");
    scene.batch.step();
    CHECK(source.begun.empty());
    CHECK(scene.approver.asked.empty());
    CHECK(scene.batch.is_done());
}

TEST_CASE("a batch grows: calls that come after others have ended are counted on, hear when they "
          "begin, and have a line each")
{
    ScriptedSource source({}, {"write"});
    Scene scene({&source});
    std::vector<std::size_t> begun;
    for (std::size_t index = 0; index < 5; ++index) {
        PreparedCall call = prepared_call({"", "write", "{}"}, scene.sources);
        call.begins = [&, index] { begun.push_back(index); };
        scene.batch.add(std::move(call));
        if (index % 2 == 0)
            continue; // one more waits
        scene.batch.step();
        source.end("write");
        scene.batch.step();
    }
    CHECK(begun == std::vector<std::size_t> {0, 1, 2});
    for (int rest = 0; rest < 3; ++rest) {
        source.end("write");
        scene.batch.step();
    }
    CHECK(begun == std::vector<std::size_t> {0, 1, 2, 3, 4});
    CHECK(scene.batch.is_done());
    REQUIRE(scene.of_call.size() == 5);
    for (const auto& [index, answer] : scene.of_call)
        CHECK(answer.receipt.value().seq == index + 1);
}

TEST_CASE("one of 16 calls is cancelled, and the others go on")
{
    ScriptedSource source({"read", "slow"}, {});
    Scene scene({&source});
    for (int count = 0; count < 15; ++count)
        scene.add("read", "call" + std::to_string(count));
    scene.add("slow", "late");
    scene.batch.step();
    CHECK(source.begun.size() == 16);
    scene.batch.cancel("late");
    scene.batch.step();
    REQUIRE(source.cancelled.size() == 1);
    CHECK(source.cancelled.front() == std::pair(std::string("slow"), Cancelled::call));
    CHECK(scene.of_call.at(15).code == "PERMISSION_DENIED");
    CHECK(scene.answers.size() == 1);
    source.end("read");
    scene.batch.step();
    CHECK(scene.batch.is_done());
    CHECK(scene.answers.size() == 16);
}

TEST_CASE("calls for which a source has no room begin when others have ended, and calls can be "
          "added meanwhile")
{
    ScriptedSource source({"read"}, {}, 2);
    ScriptedSource other({"look"}, {});
    Scene scene({&source, &other});
    for (const char* name : {"read", "read", "read", "look"})
        scene.add(name);
    scene.batch.step();
    CHECK(source.begun.size() == 2);
    CHECK(other.begun.size() == 1);
    scene.add("look");
    scene.batch.step();
    CHECK(other.begun.size() == 2);
    source.end("read");
    scene.batch.step();
    CHECK(source.begun.size() == 3);
}

TEST_CASE("answers are told in the order of the calls, but at once if nobody waits for the others")
{
    ScriptedSource source({"read", "look"}, {});
    Scene scene({&source});
    scene.add("read");
    scene.add("look");
    PreparedCall apart = prepared_call({"", "look", "{}"}, scene.sources);
    apart.is_answered_immediately = true;
    scene.batch.add(std::move(apart));
    scene.batch.step();
    source.end("look");
    scene.batch.step();
    CHECK(scene.of_call.size() == 1);
    CHECK(scene.of_call.contains(2));
    source.end("read");
    scene.batch.step();
    CHECK(scene.answers == Strings {"\"look\"", "\"read\"", "\"look\""});
}

TEST_CASE("an approval that comes late holds up no other call")
{
    ScriptedSource source({"read", "look"}, {"write"});
    Scene scene({&source});
    scene.approver.asks = [](const OfferedTool& tool) { return tool.name != "read"; };
    for (const char* name : {"look", "read", "write"})
        scene.add(name);
    scene.batch.step();
    CHECK(source.begun == Strings {"read{}"});
    source.end("read");
    scene.batch.step();
    CHECK(scene.answers.empty()); // after that of the call before it
    CHECK(!scene.approver.asked.contains("write")); // right before it would begin
    scene.approver.decide("look", {.is_yes = true, .record = "yes"});
    scene.batch.step();
    CHECK(source.begun.back() == "look{}");
    source.end("look");
    scene.batch.step();
    REQUIRE(scene.approver.asked.contains("write"));
    scene.approver.decide("write", {.is_yes = false, .reason = "the operator said no"});
    scene.batch.step();
    CHECK(scene.batch.is_done());
    CHECK(scene.of_call.at(2).code == "PERMISSION_DENIED");
    CHECK(source.begun.size() == 2);
}

TEST_CASE(
    "while a change that is told at once is asked about, only later changes of its sender wait")
{
    ScriptedSource source({"read"}, {"write", "send", "store"});
    Scene scene({&source});
    scene.approver.asks = [](const OfferedTool& tool) { return tool.name == "write"; };
    const auto add = [&](const std::string& name, std::uint64_t sender) {
        PreparedCall call = prepared_call({"", name, "{}"}, scene.sources);
        call.is_answered_immediately = true;
        call.sender = sender;
        scene.batch.add(std::move(call));
    };
    add("write", 1);
    add("send", 1);
    add("read", 1);
    add("store", 2);
    scene.batch.step();
    CHECK(source.begun == Strings {"read{}"}); // a change of another sender runs alone
    source.end("read");
    scene.batch.step();
    CHECK(source.begun.back() == "store{}");
    scene.approver.decide("write", {});
    scene.batch.step();
    CHECK(source.begun.back() == "store{}"); // "write" runs alone, too
    source.end("store");
    scene.batch.step();
    CHECK(source.begun.back() == "write{}");
    source.end("write");
    scene.batch.step();
    CHECK(source.begun.back() == "send{}");
    source.end("send");
    scene.batch.step();
    CHECK(scene.batch.is_done());
}

TEST_CASE("a call that waits for its approval can be cancelled")
{
    ScriptedSource source({}, {"write"});
    Scene scene({&source});
    scene.approver.asks = [](const OfferedTool&) { return true; };
    scene.add("write", "a");
    scene.batch.step();
    scene.batch.cancel("a");
    scene.batch.step();
    CHECK(scene.batch.is_done());
    CHECK(scene.approver.withdrawn == std::vector<CallId> {100});
    CHECK(source.begun.empty());
    CHECK(scene.of_call.at(0).failure == "'write' was not run: it was cancelled");
}

TEST_CASE("a batch that is cancelled ends what runs, and begins nothing")
{
    ScriptedSource source({"read"}, {"write"});
    Scene scene({&source});
    for (const char* name : {"read", "write", "nothing"})
        scene.add(name);
    scene.batch.step();
    scene.batch.cancel_all();
    CHECK(source.cancelled == std::vector {std::pair(std::string("read"), Cancelled::run)});
    scene.batch.step();
    CHECK(scene.batch.is_done());
    CHECK(scene.answers.size() == 1);
    scene.batch.abandon("interrupted");
    CHECK(source.begun.size() == 1);
    REQUIRE(scene.answers.size() == 3);
    CHECK(scene.of_call.at(1).failure == "'write' was not run: interrupted");
}

TEST_CASE("a batch ends although nobody reads that the questions of its calls are withdrawn")
{
    ScriptedSource source({"agent", "second", "read"}, {"write"});
    Scene scene({&source});
    scene.approver.asks = [](const OfferedTool& tool) { return tool.name == "write"; };
    for (const char* name : {"agent", "second", "read"})
        scene.add(name);
    scene.batch.step();
    source.ask_from("agent", "write");
    source.ask_from("second", "write");
    scene.batch.step();
    scene.approver.is_gone = true;
    source.end("agent");
    CHECK_THROWS_AS(scene.batch.step(), ToolError);
    scene.batch.abandon("the host is gone");
    CHECK(scene.batch.is_done());
    CHECK(scene.approver.withdrawn.size() == 2);
}

TEST_CASE("the name and the arguments of a call are put right once, for all who see it")
{
    ScriptedSource source({"read"}, {});
    const PreparedCall one
        = prepared_call({"1", "functions.read", "```\n{ \"a\" : 1 }\n```"}, {&source});
    const PreparedCall same = prepared_call({"2", "read", "{\"a\":1}"}, {&source});
    CHECK(!one.obstacle);
    CHECK(one.name() == same.name());
    CHECK(one.input() == same.input());
    CHECK(one.repairs.size() == 2);
    CHECK(prepared_call({"3", "read", "["}, {&source}).obstacle->code == Code::bad_request);
    CHECK(prepared_call({"4", "reed", "{}"}, {&source}).obstacle->hint == "did you mean 'read'?");
}

TEST_CASE("two tools with one name are refused, of whichever sources they are")
{
    ScriptedSource one({"read"}, {});
    ScriptedSource other({"look", "read"}, {});
    Scene scene({});
    CHECK_THROWS_WITH(
        Toolbelt({&one, &other}, {scene.audit, scene.approver, scene.cancel, scene.redaction}),
        "two tools are named 'read'");
}
