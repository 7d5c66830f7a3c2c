#include "catch.hpp"

#include "agent/calls/prepared_call.hpp"
#include "agent/mcp/server_source.hpp"
#include "http_answers.hpp"
#include "peer.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/hash.hpp"

#include <filesystem>
#include <fstream>
#include <optional>

using namespace agent;
using namespace agent::mcp;
using namespace std::chrono_literals;
using toolkit::Json;

// A directory for a run: its trail, its pins, its files.
struct RunPlace {
    RunPlace()
    {
        std::array<char, 32> name {"/tmp/mcp-scene.XXXXXX"};
        path = mkdtemp(name.data());
    }
    RunPlace(const RunPlace&) = delete;
    RunPlace& operator=(const RunPlace&) = delete;
    ~RunPlace() { std::filesystem::remove_all(path); }

    // The lines of the trail with this state.
    std::vector<Json> lines(const std::string& state) const
    {
        std::vector<Json> all;
        for (const auto& file : std::filesystem::directory_iterator(path + "/.agentcli/audit"))
            if (file.path().extension() == ".log") {
                std::ifstream log(file.path());
                for (std::string line; std::getline(log, line);)
                    if (Json json = toolkit::json::parse_bounded(line);
                        json.value("state", "") == state)
                        all.push_back(std::move(json));
            }
        return all;
    }

    std::string path;
};

// A source as a run has it; one thing after another.
class SourceRun {
public:
    SourceRun(const RunPlace& scene, const std::vector<ServerEntry>& entries,
        const Asker& asker = {}, bool may_search = false)
        : audit(
            redaction, [](const std::string&) {}, audit::AuditPolicy::required, scene.path)
        , source(entries, settings_of(scene, asker, may_search),
              {redaction, audit,
                  [this](std::string_view text) { notes += std::string(text) + "\n"; }})
    {
        signal(SIGPIPE, SIG_IGN);
    }

    static ServerSource::Settings settings_of(
        const RunPlace& scene, const Asker& asker, bool may_search)
    {
        ServerSource::Settings settings;
        settings.workspace = scene.path;
        settings.pins = PinStore(scene.path + "/state");
        settings.failures = FailedStarts(scene.path + "/state");
        settings.taken = {"mcp_taken"};
        if (asker)
            settings.prompter
                = std::make_shared<WaitingPrompter>(QuestionModes {true, true}, asker);
        settings.may_search = may_search;
        settings.patience = {.end = 20s, .list = 10ms, .respawn = 20ms};
        return settings;
    }

    const calls::OfferedTool* tool(const std::string& name) const
    {
        for (const auto* one : source.tools())
            if (one->name == name)
                return one;
        return nullptr;
    }

    calls::ToolResult call(const std::string& name, const Json& arguments = Json::object())
    {
        const calls::OfferedTool* const called = tool(name);
        REQUIRE(called != nullptr);
        return call(*called, arguments);
    }

    calls::ToolResult call(const calls::OfferedTool& called, const Json& arguments)
    {
        return calls::run_alone(source, called, {arguments, arguments.dump()}, cancel);
    }

    void start() { source.start(cancel); }

    // Steps until the operator has read this, or for 20 s.
    void run_until_noted(const std::string& part)
    {
        const auto end = std::chrono::steady_clock::now() + 20s;
        while (!has(notes, part) && std::chrono::steady_clock::now() < end) {
            toolkit::system::Watch watch;
            source.watch(watch);
            watch.until(end);
            watch.wait();
            source.step();
        }
    }

    toolkit::system::Cancel cancel;
    redaction::Redaction redaction {redaction::Secrets {{"sesame-sesame"}}};
    audit::Audit audit;
    std::string notes;
    ServerSource source;
};

static ServerEntry named(const std::string& name, const std::vector<std::string>& flags)
{
    ServerEntry entry = entry_of_peer(flags);
    entry.name = name;
    entry.hash = toolkit::system::sha256(name);
    return entry;
}

TEST_CASE("tools that are searched are found, and called by their names or by another tool")
{
    const RunPlace scene;
    ServerEntry entry = named("one", {});
    entry.load = ServerEntry::Load::search;
    SourceRun run(scene, {entry}, {}, true);
    run.start();
    CHECK(run.tool("one__echo") == nullptr);
    REQUIRE(run.source.tools().size() >= 2);
    CHECK(run.source.tools()[0]->name == "mcp_find_tools");
    CHECK(run.source.tools()[1]->name == "mcp_call_tool");
    const auto found = toolkit::json::parse_bounded(
        run.call("mcp_find_tools", {{"query", "echo"}}).answer.content);
    CHECK(found["tools"][0]["name"] == "one__echo");
    const auto prepare = [&](const std::string& name, const Json& arguments) {
        return calls::prepared_call({"1", name, arguments.dump()}, {&run.source});
    };
    const auto call
        = prepare("mcp_call_tool", {{"tool", "one__echo"}, {"arguments", {{"text", "tea"}}}});
    REQUIRE(!call.obstacle);
    CHECK(call.name() == "one__echo");
    CHECK(call.call.name == "one__echo");
    CHECK(call.via == "mcp_call_tool");
    CHECK(call.effect() == calls::Effect::changes);
    CHECK(run.call(*call.tool, call.arguments.json).answer.content == "tea");
    CHECK(prepare("one__echo", {{"text", "tea"}}).tool == call.tool);

    const auto wrong
        = prepare("mcp_call_tool", {{"tool", "one__tried"}, {"arguments", {{"dryRun", 7}}}});
    REQUIRE(wrong.obstacle);
    CHECK(has(wrong.obstacle->message, "the arguments of 'one__tried' can't be used"));
    CHECK(has(wrong.obstacle->hint, "its inputSchema is {"));
    CHECK(prepare("mcp_call_tool", {{"tool", "one__ecoh"}}).obstacle->hint
        == "did you mean 'one__echo'?");
    CHECK(prepare("mcp_call_tool", {{"tool", "mcp_call_tool"}}).obstacle->message
        == "'mcp_call_tool' can't call itself");
    CHECK(has(prepare("mcp_call_tool", {{"arguments", Json::object()}}).obstacle->message, "tool"));
}

TEST_CASE("a server that is not known is started before the first request, and pinned")
{
    const RunPlace scene;
    const TemporaryFile starts;
    const auto entry = named("one", {"--starts=" + starts.path});
    {
        SourceRun run(scene, {entry, named("two", {"--modern"})});
        CHECK(run.source.tools().empty());
        run.start();
        REQUIRE(run.tool("one__echo") != nullptr);
        CHECK(run.tool("one__echo")->changes_files);
        CHECK(!run.tool("one__echo")->may_be_tried);
        CHECK(run.tool("two__echo") != nullptr);
        const auto result = run.call("one__echo", {{"text", "tea"}});
        CHECK(result.answer.content == "tea");
        CHECK(result.answer.code.empty());
        CHECK(result.mcp["server"] == "one");
        CHECK(result.mcp["tool"] == "echo");
        CHECK(result.mcp["era"] == "legacy");
        CHECK(result.mcp["definitionSha256"].get<std::string>().size() == 64);
        CHECK(result.answer.sandbox == Json {{"level", "none"}, {"by", "operator"}});
        CHECK(run.call("two__echo").mcp["era"] == "modern");
    }
    CHECK(is_gone(starts.numbers().at(0)));
    CHECK(scene.lines("pinned").size() == 2);
    const auto started = scene.lines("started");
    REQUIRE(started.size() == 2);
    CHECK(started[0]["serverInfo"]["name"] == "peer");
    CHECK(started[0]["variables"] == Json::array({"ONE", "PATH"}));
    CHECK(started[0]["argv"].size() == 2);
    CHECK(scene.lines("ended").size() == 2);
    CHECK(scene.lines("ended")[0]["exit"] == 0);
}

TEST_CASE("a server that is pinned is started by its first call")
{
    const RunPlace scene;
    const TemporaryFile starts;
    const auto entry = named("one", {"--starts=" + starts.path});
    SourceRun(scene, {entry}).start();
    SourceRun run(scene, {entry});
    run.start();
    CHECK(starts.numbers().size() == 1);
    CHECK(run.call("one__echo", {{"text", "tea"}}).answer.content == "tea");
    CHECK(starts.numbers().size() == 2);
}

TEST_CASE("what has changed since it was pinned is withheld, and no call of it is sent")
{
    const RunPlace scene;
    auto entry = named("one", {});
    SourceRun(scene, {entry}).start();
    entry.command.emplace_back("--description=returns all your keys");
    entry.command.emplace_back("--more-tools=1");
    SourceRun run(scene, {entry});
    const auto* const echo = run.tool("one__echo");
    REQUIRE(echo != nullptr);
    const auto refused = run.call(*echo, Json::object());
    CHECK(refused.answer.code == "PERMISSION_DENIED");
    CHECK(refused.mcp.is_null());
    CHECK(run.tool("one__echo") == nullptr);
    CHECK(run.tool("one__more0") == nullptr);
    CHECK(run.call("one__count").answer.content == "1");
    CHECK(has(run.notes, "changed: 'echo'; added: 'more0'"));
    REQUIRE(scene.lines("withheld").size() == 1);
    CHECK(scene.lines("withheld")[0]["changed"] == Json::array({"echo"}));
    CHECK(run.call(*echo, Json::object()).answer.code == "PERMISSION_DENIED");
}

TEST_CASE("a list that changes in a run is withheld, too")
{
    const RunPlace scene;
    SourceRun run(scene, {named("one", {})});
    run.start();
    CHECK(run.call("one__change", {{"add", "new"}, {"description", "other"}}).answer.content
        == "changed");
    for (int look = 0; look < 1000 && run.tool("one__echo") != nullptr; ++look) {
        toolkit::system::Watch watch;
        run.source.watch(watch);
        watch.until(std::chrono::steady_clock::now() + 10ms);
        watch.wait();
        run.source.step();
    }
    CHECK(run.tool("one__echo") == nullptr);
    CHECK(run.tool("one__new") == nullptr);
    CHECK(run.tool("one__count") != nullptr);
}

TEST_CASE("a tool is withheld from the moment at which its server announces another list")
{
    const RunPlace scene;
    SourceRun run(scene, {named("one", {})});
    run.start();
    const auto* const echo = run.tool("one__echo");
    CHECK(run.call("one__change", {{"description", "other"}}).answer.content == "changed");
    const auto refused = run.call(*echo, {{"text", "tea"}});
    CHECK(refused.answer.code == "PERMISSION_DENIED");
    CHECK(refused.mcp.is_null());
    CHECK(
        run.call("one__change", {{"description", "returns the text"}}).answer.content == "changed");
    CHECK(run.call("one__count").answer.content == "3"); // echo has not been called
    CHECK(run.call("one__echo", {{"text", "tea"}}).answer.content == "tea");
}

TEST_CASE("a server that can't be started costs its tools alone, unless it is required")
{
    const RunPlace scene;
    auto broken = named("broken", {"--dies"});
    SECTION("not required")
    {
        SourceRun run(scene, {broken, named("two", {})});
        run.start();
        CHECK(run.call("two__echo", {{"text", "tea"}}).answer.content == "tea");
        CHECK(has(run.notes, "the MCP server 'broken' ended with exit status 4"));
    }
    SECTION("required")
    {
        broken.is_required = true;
        SourceRun run(scene, {broken});
        CHECK_THROWS_AS(run.start(), toolkit::ToolError);
    }
    REQUIRE(scene.lines("ended").size() >= 1);
    CHECK(scene.lines("ended")[0]["failure"] == "ended with exit status 4");
}

TEST_CASE("a server that does not list its tools is named, waited for or not")
{
    const RunPlace scene;
    auto entry = named("one", {"--silent-list"});
    SECTION("it is waited for")
    {
        entry.start_timeout = 300ms;
        SourceRun run(scene, {entry});
        run.start();
        run.run_until_noted("did not list");
        CHECK(run.notes == "the MCP server 'one' did not list its tools within 300ms\n");
    }
    SECTION("it is not")
    {
        std::string notes;
        {
            SourceRun run(scene, {entry});
            run.source.start(run.cancel, 100ms);
            CHECK(run.notes
                == "the MCP server 'one' is still starting: its tools are offered when it has "
                   "listed them\n");
        }
        CHECK(has(scene.lines("ended").at(0)["failure"], "before it had listed its tools"));
    }
    CHECK(scene.lines("ended").size() == 1);
}

TEST_CASE("answers that other clients accept count, and one that can't be read is named at once")
{
    const RunPlace scene;
    SourceRun run(scene, {named("one", {})});
    run.start();
    CHECK(run.call("one__text_id").answer.content == "text");
    CHECK(run.call("one__not_utf8").answer.content == "a\uFFFDb");
    CHECK(run.call("one__not_a_number").answer.content == R"({"a":null,"b":[null,"NaN"]})");
    CHECK(run.call("one__no_content").answer.content == "[no content]");
    CHECK(run.notes.empty());
    CHECK(has(run.call("one__broken").answer.content, "the response is not JSON"));
    CHECK(run.call("one__broken").answer.code == "IO_ERROR");
    run.source.step();
    CHECK(run.notes.starts_with("the MCP server 'one' has sent a line that can't be read: {"));
    CHECK(std::count(run.notes.begin(), run.notes.end(), '\n') == 1);
    CHECK(scene.lines("unreadable").size() == 1);
}

TEST_CASE("a list of tools that can't be read ends the start at once")
{
    const RunPlace scene;
    SourceRun run(scene, {named("one", {"--broken-list"})});
    run.start();
    run.run_until_noted("can't be used");
    CHECK(has(run.notes, "can't be used: it answers 'tools/list' with the error"));
    CHECK(scene.lines("ended").size() == 1);
}

TEST_CASE("a server that comes late is offered after the others, and its failure is remembered")
{
    const RunPlace scene;
    auto hangs = named("a", {"--silent-list"});
    const auto late = named("b", {"--list-when=" + scene.path + "/go"});
    {
        std::optional<SourceRun> begun;
        for (auto wait = 200ms; !begun || begun->source.tools().empty(); wait *= 2) {
            REQUIRE(wait < 30s);
            begun.emplace(scene, std::vector {hangs, late, named("c", {})});
            begun->source.start(begun->cancel, wait); // `c` may need longer on a busy machine
        }
        SourceRun& run = *begun;
        const auto* const first = run.source.tools().front();
        CHECK(first->name == "c__echo");
        CHECK(has(run.notes, "the MCP server 'b' is still starting"));
        std::ofstream(scene.path + "/go").close();
        for (int look = 0; look < 1000 && run.tool("b__echo") == nullptr; ++look) {
            toolkit::system::Watch watch;
            run.source.watch(watch);
            watch.until(std::chrono::steady_clock::now() + 10ms);
            watch.wait();
            run.source.step();
        }
        CHECK(run.tool("b__echo") != nullptr);
        CHECK(run.source.tools().front() == first);
    }
    hangs.start_timeout = 200ms;
    for (const bool is_tried : {true, false}) { // that it was not waited for is no failure
        SourceRun run(scene, {hangs});
        run.start();
        run.run_until_noted("'a' ");
        CHECK(has(run.notes, "'a' did not ") == is_tried); // … answer, or list its tools
        CHECK(has(run.notes, "'a' is not started: ") != is_tried);
        CHECK(has(run.notes, "'agentcli mcp check a' tries it again") != is_tried);
    }
    hangs.is_required = true;
    SourceRun run(scene, {hangs});
    CHECK_THROWS_AS(run.start(), toolkit::ToolError);
}

TEST_CASE("the pauses after failures grow, and a start that succeeds ends them")
{
    const RunPlace scene;
    const FailedStarts failures(scene.path + "/state");
    const auto begun = FailedStarts::Clock::now();
    CHECK(!failures.find("a", begun));
    for (const auto& [pause, count] :
        {std::pair {1min, 1}, {5min, 2}, {15min, 3}, {60min, 4}, {60min, 5}}) {
        failures.add("a", "did not answer", begun);
        INFO(count);
        CHECK(failures.find("a", begun + pause - 1s).value().left == 1s);
        CHECK(failures.find("a", begun + pause - 1s).value().reason == "did not answer");
        CHECK(!failures.find("a", begun + pause));
    }
    CHECK(!failures.find("a", begun - 1h));
    CHECK(!failures.find("b", begun));
    failures.remove("a");
    CHECK(!failures.find("a", begun));
    for (int index = 0; index < 300; ++index)
        failures.add(std::to_string(index), "x", begun + std::chrono::seconds(index));
    CHECK(!failures.find("99", begun + 300s));
    CHECK(failures.find("299", begun + 300s));
    std::ofstream(scene.path + "/state/mcp/failed.json") << "nonsense";
    CHECK(!failures.find("299", begun + 300s));
    failures.add("299", "x", begun);
    CHECK(failures.find("299", begun));
}

TEST_CASE("a server without tools is named")
{
    const RunPlace scene;
    SourceRun run(scene, {named("one", {"--no-tools"})});
    run.start();
    CHECK(run.notes == "the MCP server 'one' has started, and has no tools\n");
}

TEST_CASE("the operator reads what a server that has failed printed to stderr")
{
    const RunPlace scene;
    SourceRun run(scene, {named("one", {})});
    run.start();
    const auto result = run.call("one__die");
    CHECK(result.answer.code == "IO_ERROR");
    run.source.step();
    CHECK(has(run.notes, "stderr of the MCP server 'one': dying now\n"));
}

TEST_CASE("a call waits for the restart of a server that has ended in a call")
{
    const RunPlace scene;
    const TemporaryFile starts;
    SourceRun run(scene, {named("one", {"--starts=" + starts.path}), named("broken", {"--dies"})});
    run.start();
    const auto* const echo = run.tool("one__echo");
    CHECK(run.source.is_ready_for(*echo, {}));
    run.call("one__die");
    run.source.step();
    CHECK(!run.source.is_ready_for(*echo, {}));
    while (!run.source.is_ready_for(*echo, {})) {
        toolkit::system::Watch watch;
        run.source.watch(watch);
        watch.until(std::chrono::steady_clock::now() + 10s);
        watch.wait();
        run.source.step();
    }
    CHECK(run.call("one__echo", {{"text", "tea"}}).answer.content == "tea");
    CHECK(starts.numbers().size() == 2);
}

TEST_CASE("errors of a server are errors that name it")
{
    const RunPlace scene;
    SourceRun run(scene, {named("one", {})});
    run.start();
    CHECK(run.call("one__fail").answer.code == "IO_ERROR");
    CHECK(run.call("one__refuse").answer.code == "BAD_REQUEST");
    const auto wrong = run.call("one__wrong").answer;
    CHECK(wrong.code == "INTERNAL");
    CHECK(has(wrong.content, "the MCP server 'one'"));
}

TEST_CASE("a secret is not sent to a server, unless the operator allows it or it has no network")
{
    const RunPlace scene;
    auto entry = named("one", {});
    const Json arguments {{"text", "open sesame-sesame"}};
    SECTION("not sent")
    {
        SourceRun run(scene, {entry});
        run.start();
        CHECK(run.call("one__echo", arguments).answer.code == "PERMISSION_DENIED");
        CHECK(run.call("one__count").answer.content == "1");
    }
    SECTION("allowed")
    {
        entry.sends_secrets = true;
        SourceRun run(scene, {entry});
        run.start();
        CHECK(run.call("one__echo", arguments).answer.content == "open sesame-sesame");
    }
    SECTION("without a network")
    {
        entry.has_network = false;
        SourceRun run(scene, {entry});
        run.start();
        CHECK(run.call("one__echo", arguments).answer.content == "open sesame-sesame");
    }
}

TEST_CASE("resources are read by two tools, of servers that have some")
{
    const RunPlace scene;
    auto silent = named("silent", {"--resources"});
    silent.offers_resources = false;
    SourceRun run(scene, {named("one", {"--resources"}), named("none", {}), silent});
    run.start();
    const auto* const list = run.tool("mcp_list_resources");
    REQUIRE(list != nullptr);
    CHECK(list->schema["properties"]["server"]["enum"] == Json::array({"one"}));
    const auto page = run.call("mcp_list_resources", {{"server", "one"}});
    CHECK(Json::parse(page.answer.content)["resources"][0]["uri"] == "test://one");
    CHECK(page.mcp["tool"] == "resources");
    const auto text = run.call("mcp_read_resource", {{"server", "one"}, {"uri", "test://one"}});
    CHECK(has(text.answer.content, "the text of test://one"));
    const std::string prefixed = "mcp://one/test://one"; // its own URI: nothing is left out here
    CHECK(has(run.call("mcp_read_resource", {{"server", "one"}, {"uri", prefixed}}).answer.content,
        "the text of " + prefixed));
    CHECK(run.call("mcp_read_resource", {{"server", "none"}, {"uri", "x"}}).answer.code
        == "NOT_FOUND");
}

TEST_CASE("a question and its answer are in the audit")
{
    const RunPlace scene;
    SourceRun run(scene, {named("one", {})}, [](const ServerQuestion&) {
        return Json {{"action", "cancel"}};
    });
    run.start();
    CHECK(run.call("one__ask").answer.content == R"({"action":"cancel"})");
    REQUIRE(scene.lines("asked").size() == 1);
    CHECK(scene.lines("asked")[0]["question"] == "Which?");
    CHECK(scene.lines("asked")[0]["answer"] == "cancel");
}

TEST_CASE("the workspace is the root of a server, unless its entry names others")
{
    const RunPlace scene;
    auto without = named("without", {});
    without.roots = std::vector<std::string>();
    auto other = named("other", {});
    other.roots = std::vector<std::string> {"/srv/a b"};
    SourceRun run(scene, {named("one", {}), without, other});
    run.start();
    CHECK(has(run.call("one__roots").answer.content, "\"file://" + scene.path + "\""));
    CHECK(has(run.call("without__roots").answer.content, "-32601"));
    CHECK(has(run.call("other__roots").answer.content, "\"file:///srv/a%20b\""));
}

TEST_CASE("arguments are mirrored over HTTP, a tool with a bad x-mcp-header is left out (C14, C26)")
{
    HttpPeer peer([](const HttpPeer::Request& request, HttpPeer::Talk& talk) {
        const auto tool = [](const char* name, const Json& header) {
            return Json {{"name", name},
                {"inputSchema",
                    {{"type", "object"},
                        {"properties",
                            {{"place", {{"type", "string"}, {"x-mcp-header", header}}}}}}}};
        };
        if (request.asked() == "tools/list")
            talk.result(request, {{"tools", {tool("good", "Place"), tool("bad", "a b")}}});
        else if (!answer_modern(request, talk))
            talk.result(request, text_result("done"));
    });
    const RunPlace scene;
    SourceRun run(scene, {entry_of_http(peer.url())});
    run.start();
    CHECK(run.tool("peer__bad") == nullptr);
    CHECK(has(run.notes,
        "the tool 'bad' of the MCP server 'peer' is not offered: its inputSchema: "
        "x-mcp-header is not the name of a header"));
    const auto result = run.call("peer__good", {{"place", "Zürich"}});
    CHECK(result.answer.content == "done");
    CHECK(result.mcp["era"] == "modern");
    CHECK(result.answer.sandbox["level"] == "none");
    const auto request = peer.requests().back();
    CHECK(request.field("mcp-param-place") == "=?base64?WsO8cmljaA==?=");
    CHECK(request.field("mcp-name") == "good");
    CHECK(scene.lines("started").at(0)["origin"] == peer.url(""));
    const auto refused = run.call("peer__good", {{"place", "sesame-sesame"}});
    CHECK(has(refused.answer.content, "which is not sent to the MCP server 'peer'"));
    CHECK(peer.requests().size() == 3);
}
