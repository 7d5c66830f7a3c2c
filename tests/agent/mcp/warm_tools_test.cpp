#include "catch.hpp"

#include "agent/mcp/warm_outcome.hpp"
#include "agent/mcp/warm_tools.hpp"
#include "peer.hpp"

#include <thread>

using namespace agent::mcp;
using namespace std::chrono_literals;
using agent::calls::End;
using agent::calls::Outcome;
using toolkit::Json;

namespace {

// The peer as a tool of a manifest: it knows nothing of --mcp=calls, but is a server anyway, which
// is called by the name that it gives itself.
class WarmRun {
public:
    WarmRun(const std::string& tool, std::chrono::milliseconds life,
        std::chrono::milliseconds timeout = 20s)
        : warm(life)
    {
        // Not by the whole path: a file that the arguments name must not change.
        const std::string name = starts.path.substr(starts.path.rfind('/') + 1);
        entry = entry_of_peer({"--name=" + tool, "--legacy", "--starts=" + name});
        manifest.name = "tool";
        manifest.effects = {{"workspace", "read"}, {"sandbox", "landlock"}};
        call.launch = {entry.command[0], entry.command, {"PATH=/usr/bin:/bin"}, "/tmp"};
        call.timeout = timeout;
    }

    bool begin(std::size_t id, const Json& arguments = Json::object())
    {
        return warm.begin(id, manifest, call, arguments);
    }

    void wait(std::chrono::milliseconds most)
    {
        toolkit::system::Watch watch;
        warm.watch(watch);
        watch.until(std::chrono::steady_clock::now() + most);
        watch.wait();
        warm.step();
    }

    // Tries until a process is ready.
    void begin_warm(std::size_t id, const Json& arguments = Json::object())
    {
        for (int tries = 0; !begin(id, arguments); ++tries) {
            if (tries > 2000)
                throw std::runtime_error("it does not become warm");
            wait(10ms);
        }
    }

    Outcome outcome(std::size_t id)
    {
        for (int tries = 0; tries < 2000; ++tries) {
            if (auto ended = warm.take()) {
                CHECK(ended->first == id);
                return std::move(ended->second);
            }
            wait(10ms);
        }
        throw std::runtime_error("it does not end");
    }

    TemporaryFile starts;
    Supervised supervised;
    ServerEntry entry;
    agent::calls::ManifestTool manifest;
    agent::calls::Call call;
    WarmTools warm;
};

}

TEST_CASE("the first call starts a process, and waits for nothing")
{
    WarmRun run("count", 60s);
    CHECK(!run.begin(1));
    run.begin_warm(2);
    CHECK(run.outcome(2).output == "1\n");
    run.begin_warm(3);
    CHECK(run.outcome(3).output == "2\n"); // of the same process
    CHECK(run.starts.numbers().size() == 1);
}

TEST_CASE("a process ends after a time without a call, and another one is started")
{
    WarmRun run("count", 1s);
    run.begin_warm(1);
    run.outcome(1);
    REQUIRE(run.starts.numbers().size() >= 1);
    const pid_t first = run.starts.numbers().back();
    for (int looks = 0; kill(first, 0) == 0 && looks < 2000; ++looks)
        run.wait(10ms);
    CHECK(kill(first, 0) != 0);
    run.begin_warm(2);
    CHECK(run.outcome(2).output == "1\n");
    CHECK(run.starts.numbers().back() != first);
}

TEST_CASE("a process whose files are others since makes no further call")
{
    const TemporaryFile file;
    WarmRun run("count", 60s);
    run.call.launch.argv.push_back("--protect=" + file.path);
    run.begin_warm(1);
    run.outcome(1);
    std::ofstream(file.path) << "changed";
    CHECK(!run.begin(2));
    run.begin_warm(3);
    CHECK(run.outcome(3).output == "1\n");
    CHECK(run.starts.numbers().size() == 2);
}

TEST_CASE("a process that is older than that makes no further call")
{
    WarmRun run("count", 1s);
    run.begin_warm(1);
    run.outcome(1);
    const auto deadline = std::chrono::steady_clock::now() + 20s;
    while (std::chrono::steady_clock::now() < deadline && run.begin(2))
        run.outcome(2);
    CHECK(!run.begin(3)); // it was called all the time
    run.begin_warm(4);
    CHECK(run.starts.numbers().size() >= 2);
}

TEST_CASE("what ends a call in a warm process ends it as in a process of its own")
{
    SECTION("it takes too long, and the process goes on")
    {
        WarmRun run("hang", 60s, 200ms);
        run.begin_warm(1);
        CHECK(run.outcome(1).end == End::timed_out);
        run.begin_warm(2);
        run.warm.end(2, End::cancelled);
        CHECK(run.outcome(2).end == End::cancelled);
        CHECK(run.starts.numbers().size() == 1);
    }
    SECTION("the tool ends")
    {
        WarmRun run("die", 60s);
        run.begin_warm(1, {{"status", 9}});
        const Outcome outcome = run.outcome(1);
        CHECK(outcome.end == End::exited);
        CHECK(outcome.status == 9);
        run.begin_warm(2, {{"status", 9}}); // it is started again
    }
    SECTION("the tool is killed")
    {
        WarmRun run("hang", 60s);
        run.begin_warm(1);
        kill(run.starts.numbers().at(0), SIGKILL);
        const Outcome outcome = run.outcome(1);
        CHECK(outcome.end == End::killed);
        CHECK(outcome.status == SIGKILL);
    }
    SECTION("all ends")
    {
        std::vector<pid_t> all;
        {
            WarmRun run("hang", 60s);
            run.begin_warm(1);
            all = run.starts.numbers();
        }
        REQUIRE(all.size() == 1);
        CHECK(is_gone(all[0]));
    }
}

TEST_CASE("what can't be the same in a warm process is never made by one")
{
    WarmRun run("count", 60s);
    SECTION("a program that is not known to be of the suite") { run.manifest.effects = {}; }
    SECTION("a tool that runs programs") { run.manifest.effects["programs"] = true; }
    SECTION("a limit for requests") { run.manifest.command = {"tool", "--max-request-bytes=1000"}; }
    SECTION("a call with a descriptor of its own") { run.call.descriptor = 0; }
    CHECK(!run.begin(1));
    CHECK(run.starts.numbers().empty());
    for (int steps = 0; steps < 3; ++steps)
        run.wait(1ms);
    CHECK(run.starts.numbers().empty());
}

TEST_CASE("a response of a warm tool is what a process of its own would have left")
{
    const auto result = [](const Json& content, bool is_error) {
        return Response {.result = {{"content", content}, {"isError", is_error}}};
    };
    const auto text = [](const std::string& words) {
        return Json::array({{{"type", "text"}, {"text", words}}});
    };
    CHECK(outcome_of(result(text("{}"), false)).output == "{}\n");
    const auto bad = outcome_of(result(text(R"({"error":"e","code":"BAD_REQUEST"})"), true));
    CHECK(bad.status == 2);
    CHECK(bad.errors == "{\"error\":\"e\",\"code\":\"BAD_REQUEST\"}\n");
    CHECK(bad.error_bytes == bad.errors.size());
    CHECK(outcome_of(result(text(R"({"error":"e","code":"NOT_FOUND"})"), true)).status == 1);
    CHECK(outcome_of(result(text(R"({"error":"e","code":"SANDBOX_UNAVAILABLE"})"), true)).status
        == 3);
    CHECK(outcome_of(result(text("no JSON"), true)).status == 1);
    CHECK(outcome_of(result(Json::array(), false)).status == 1);
    CHECK(outcome_of(result(Json("words"), false)).status == 1);
    CHECK(outcome_of({.error = Response::Error {-32603, "no"}}).status == 1);
    Response killed = result(text("e"), true);
    killed.result["_meta"]["agentcli/end"]["signal"] = 9;
    CHECK(outcome_of(killed).end == End::killed);
    CHECK(outcome_of(killed).status == 9);
    Response large = result(text("e"), true);
    large.result["_meta"]["agentcli/end"]["isTooLarge"] = true;
    CHECK(outcome_of(large).end == End::too_much_output);
    CHECK(outcome_of(result(text(std::string(8 << 20, 'x')), false)).end == End::too_much_output);
}
