#include "catch.hpp"

#include "peer.hpp"

using namespace agent::mcp;
using namespace std::chrono_literals;
using toolkit::Json;

TEST_CASE("a server is begun in its era, whatever it makes of the question for it")
{
    struct Row {
        std::vector<std::string> flags;
        Era era;
        std::string version;
        std::size_t starts;
    };
    const auto row = GENERATE_REF(Row {{"--modern"}, Era::modern, "2026-07-28", 1},
        Row {{}, Era::legacy, "2025-06-18", 1}, Row {{"--null-id"}, Era::legacy, "2025-06-18", 1},
        Row {{"--silent-at-question"}, Era::legacy, "2025-06-18", 1},
        Row {{"--ends-at-question"}, Era::legacy, "2025-06-18", 2},
        Row {{"--version=2024-11-05"}, Era::legacy, "2024-11-05", 1});
    const TemporaryFile starts;
    auto flags = row.flags;
    flags.push_back("--starts=" + starts.path);
    PeerRun run(entry_of_peer(flags), {}, {.question = 50ms});
    CHECK(run.text("echo", {{"text", "tea"}}) == "tea");
    CHECK(run.server.introduction().era == row.era);
    CHECK(run.server.introduction().version == row.version);
    CHECK(run.server.introduction().info == Json {{"name", "peer"}, {"version", "1"}});
    CHECK(run.server.introduction().instructions == "be kind");
    CHECK(starts.numbers().size() == row.starts);
    REQUIRE(run.events.size() == 1);
    CHECK(run.events[0].is_first);
}

TEST_CASE("a server that can't be begun is an error of the call that needs it")
{
    struct Row {
        std::vector<std::string> flags;
        std::string error;
    };
    const auto row = GENERATE_REF(Row {{"--dies"}, "ended with exit status 4"},
        Row {{"--dies-in-initialize"}, "ended with exit status 5"},
        Row {{"--dies-after-initialize"}, "ended with exit status 6"},
        Row {{"--modern", "--version=2030-01-01"}, "no protocol version that agentcli knows"},
        Row {{"--version=1999-01-01"}, "'1999-01-01'"},
        Row {{"--silent"}, "did not answer within 600ms"},
        Row {{"--silent-list"}, "did not list its tools within 600ms"});
    auto entry = entry_of_peer(row.flags);
    if (row.flags[0].starts_with("--silent"))
        entry.start_timeout = 600ms;
    PeerRun run(entry, {}, {.respawn = 20s});
    const auto outcome = run.call("echo");
    REQUIRE(outcome.error);
    CHECK(outcome.error->code == toolkit::Code::io_error);
    CHECK(has(outcome.error->message, "the MCP server 'peer' "));
    CHECK(has(outcome.error->message, row.error));
    CHECK(!outcome.was_sent);
    const auto next = run.call("echo"); // fails at once, and says when to try again
    REQUIRE(next.error);
    CHECK(has(next.error->hint, "can be started again in"));
}

TEST_CASE("a server that was of one era may be of another one")
{
    for (const auto& [flag, era] :
        {std::pair {"--modern", Era::legacy}, {"--legacy", Era::modern}}) {
        PeerRun run(entry_of_peer({flag}));
        run.server.remember(era);
        CHECK(run.text("echo", {{"text", "tea"}}) == "tea");
        CHECK(run.server.introduction().era != era);
    }
}

TEST_CASE("a program that is not there is an error of the call")
{
    auto entry = entry_of_peer({});
    SECTION("by its path")
    {
        entry.command = {"/nonexistent/server"};
        CHECK(has(PeerRun(entry).text("echo"), "could not be started"));
    }
    SECTION("by its name: it is not looked for in the directory")
    {
        entry.directory = entry.command[0].substr(0, entry.command[0].rfind('/'));
        entry.command = {"mcp_peer"};
        CHECK(has(PeerRun(entry).text("echo"), "no program 'mcp_peer'"));
    }
}

TEST_CASE("a server has the directory and the environment of its entry, and nothing else")
{
    PeerRun run(entry_of_peer({}));
    CHECK(run.text("directory") == "/");
    CHECK(run.text("environment") == "ONE=1;PATH=/usr/bin:/bin;");
}

TEST_CASE("what is no message, or nobody waits for, is dropped")
{
    PeerRun run(entry_of_peer({"--noise"}));
    CHECK(run.text("noise") == "after noise");
    CHECK(run.server.connection()->dropped_lines() >= 10);
    CHECK(run.text("unasked", {{"count", 3000}}) == "after all");
    CHECK(run.text("twice") == "first");
    CHECK(run.text("echo", {{"text", "still"}}) == "still");
}

TEST_CASE("a flood on stderr is read and its end is kept")
{
    PeerRun run(entry_of_peer({"--flood=8"}));
    CHECK(run.text("flood", {{"megabytes", 64}}) == "after the flood");
    run.run_until(
        [&] { return run.server.connection()->wire().errors_tail().ends_with("the last line\n"); });
    CHECK(run.server.connection()->wire().error_bytes() > 64 << 20);
    CHECK(run.server.connection()->wire().errors_tail().size() <= 64 << 10);
}

TEST_CASE("a list of tools has limits, and one that changes is read again")
{
    SECTION("endless pages")
    {
        PeerRun run(entry_of_peer({"--endless-pages"}));
        run.start();
        CHECK(run.server.tools().size() == 100);
        CHECK(run.server.is_list_cut());
    }
    SECTION("ten thousand tools")
    {
        PeerRun run(entry_of_peer({"--more-tools=10000"}));
        run.start();
        CHECK(run.server.tools().size() == 512);
        CHECK(run.server.is_list_cut());
    }
    SECTION("a schema of depth ten thousand")
    {
        PeerRun run(entry_of_peer({"--deep-schema=10000"}));
        run.start();
        CHECK(run.server.tools().size() > 20);
        CHECK(run.server.tools()[0]["name"] == "deep");
    }
    SECTION("another tool")
    {
        const auto era = GENERATE(std::string("--modern"), std::string("--legacy"));
        PeerRun run(entry_of_peer({era}), {}, {.list = 10ms});
        run.start();
        const std::size_t count = run.server.tools().size();
        CHECK(run.text("change", {{"add", "new"}}) == "changed");
        run.run_until([&] { return run.server.tools().size() > count; });
        CHECK(!run.events.back().is_first);
    }
}
