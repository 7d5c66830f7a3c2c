#include "catch.hpp"

#include "agent/mcp/server.hpp"
#include "peer.hpp"

using namespace agent::mcp;
using namespace std::chrono_literals;
using toolkit::Json;

TEST_CASE("nothing is left of a server, however it ends")
{
    const TemporaryFile starts;
    const TemporaryFile daemon;
    const std::vector<std::string> flags {"--starts=" + starts.path, "--daemon=" + daemon.path};
    SECTION("in order, by the end of its input")
    {
        PeerRun run(entry_of_peer(flags));
        run.start();
        run.server.end();
        run.run_until([&] { return run.server.is_over(); });
        REQUIRE(run.events.size() == 2);
        CHECK(run.events[1].was_meant);
    }
    SECTION("though it heeds neither the end of its input nor SIGTERM")
    {
        auto stubborn = flags;
        stubborn.insert(stubborn.end(), {"--ignores-eof", "--ignores-term"});
        PeerRun run(entry_of_peer(stubborn), {}, {.end = 100ms});
        run.start();
        run.server.end();
        run.run_until([&] { return run.server.is_over(); });
    }
    SECTION("by SIGTERM")
    {
        auto stubborn = flags;
        stubborn.emplace_back("--ignores-eof");
        PeerRun run(entry_of_peer(stubborn), {}, {.end = 100ms});
        run.start();
        run.server.end();
        run.run_until([&] { return run.server.is_over(); });
    }
    SECTION("by its own death")
    {
        PeerRun run(entry_of_peer(flags));
        run.text("die");
    }
    SECTION("by the end of all that watches it")
    {
        PeerRun run(entry_of_peer(flags));
        run.start();
    }
    REQUIRE(starts.numbers().size() == 1);
    CHECK(is_gone(starts.numbers()[0]));
    REQUIRE(daemon.numbers().size() == 1);
    CHECK(is_gone(daemon.numbers()[0]));
}

TEST_CASE("a server that ends too often stays down")
{
    using Clock = Respawns::Clock;
    Respawns respawns;
    const Clock::time_point begin {};
    std::vector<double> delays;
    for (int count = 0; count < 5; ++count)
        delays.push_back(
            std::chrono::duration<double>(*respawns.after_end(begin, 0) - begin).count());
    CHECK(delays == std::vector<double> {0.5, 1, 2, 4, 8});
    CHECK(!respawns.after_end(begin, 0));
    const auto later = begin + 10min;
    CHECK(*respawns.after_end(later, 0) == later + 500ms);
    CHECK(*respawns.after_end(later, 1) == later + 800ms);
}
