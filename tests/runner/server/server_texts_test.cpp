#include "catch.hpp"

#include "frontends/serve/caller.hpp"
#include "frontends/serve/event_log.hpp"
#include "frontends/serve/run_id.hpp"
#include "frontends/serve/settings.hpp"
#include "frontends/serve/target.hpp"
#include "frontends/serve/tokens.hpp"
#include "frontends/serve/waiters.hpp"
#include "toolkit/system/error.hpp"

#include <string>

namespace frontends::serve {

namespace {

const std::string log = R"({"event":"hello","seq":1,"ts":"t"})"
                        "\n"
                        R"({"event":"text","seq":2,"text":")"
    + std::string(300, 'x')
    + "\"}\n"
      R"({"event":"end","seq":3,"run":{}})"
      "\n";

std::string translated(EventFormat format, std::uint64_t after, std::size_t piece)
{
    EventText text(format, after);
    std::string result;
    for (std::size_t at = 0; at < log.size();) {
        std::size_t used = 0;
        result += text.translate(std::string_view(log).substr(at, piece), used);
        REQUIRE(used > 0);
        at += used;
    }
    return result;
}

}

TEST_CASE("events are the same however a log is cut")
{
    for (const EventFormat format : {EventFormat::sse, EventFormat::ndjson})
        for (const std::uint64_t after : {0, 1, 2, 3}) {
            const std::string whole = translated(format, after, log.size());
            for (std::size_t piece = 128; piece < log.size(); ++piece)
                REQUIRE(translated(format, after, piece) == whole);
        }
    CHECK(translated(EventFormat::ndjson, 0, log.size()) == log);
    CHECK(translated(EventFormat::sse, 2, log.size())
        == "id: 3\nevent: end\ndata: {\"event\":\"end\",\"seq\":3,\"run\":{}}\n\n");
}

TEST_CASE("readers that keep up get the same, wherever each has begun")
{
    const auto after_line = [](EventFormat format, std::uint64_t after, std::size_t lines) {
        EventText text(format, after);
        std::size_t used = 0;
        std::size_t size = 0;
        for (std::size_t line = 0; line < lines; ++line)
            size = log.find('\n', size) + 1;
        text.translate(std::string_view(log).substr(0, size), used);
        return text;
    };
    const EventText from_first = after_line(EventFormat::sse, 0, 2);
    CHECK(from_first == after_line(EventFormat::sse, 1, 2));
    CHECK_FALSE(from_first == after_line(EventFormat::sse, 2, 2)); // it has been shown nothing
    CHECK_FALSE(from_first == after_line(EventFormat::ndjson, 0, 2));
    EventText within_line = from_first;
    std::size_t used = 0;
    within_line.translate(std::string_view(log).substr(0, 200), used);
    CHECK_FALSE(from_first == within_line);
}

TEST_CASE("ids are in the order of time")
{
    using namespace std::chrono_literals;
    const auto now = std::chrono::system_clock::now();
    CHECK(new_run_id(now) < new_run_id(now + 1ms));
    CHECK(new_run_id(now) != new_run_id(now));
    CHECK(is_run_id(new_run_id(now)));
    CHECK_FALSE(is_run_id("../../../../../etc/passwd0"));
    CHECK_FALSE(is_run_id(""));
}

TEST_CASE("ids sort by the order in which they were made, whatever the clock says")
{
    using namespace std::chrono_literals;
    const auto now
        = std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now());
    CHECK(time_of_run_id(new_run_id(now)) == now);
    CHECK(time_of_run_id("") == std::chrono::system_clock::time_point());
    TimesOfIds times(now);
    std::string before = new_run_id(now);
    for (const auto time : {now, now, now - 24h, now - 24h, now + 1h, now}) {
        const std::string id = new_run_id(times.next(time));
        CHECK(before < id);
        before = id;
    }
}

TEST_CASE("a target has a path and a query")
{
    const Target target = target_in("/v1/runs?state=ended&session=a%2Eb&after");
    CHECK(target.path == "/v1/runs");
    CHECK(target.query.at("session") == "a.b");
    CHECK(target.query.at("after").empty());
    for (const char* wrong :
        {"http://host/v1", "*", "/x?a=1&a=2", "/x?a=%2", "/x?a=%zz", "/x?a=%ff"})
        CHECK_THROWS_AS(target_in(wrong), toolkit::ToolError);
}

TEST_CASE("a preference has a time to wait")
{
    CHECK(preferred_wait("wait=5") == std::chrono::seconds(5));
    CHECK(preferred_wait("respond-async, Wait=100000") == std::chrono::seconds(600));
    for (const char* none : {"", "wait", "wait=", "wait=0", "wait=-1", "wait=5s", "await=5"})
        CHECK_FALSE(preferred_wait(none));
}

TEST_CASE("lines of tokens are understood or refused")
{
    const std::string hash(64, 'a');
    const auto grants = grants_in("# mine\n\nbot read,run sha256:" + hash + "\n");
    REQUIRE(grants.size() == 1);
    CHECK(grants[0].name == "bot");
    CHECK(grants[0].sha256 == hash);
    CHECK(grants[0].scopes == (Scope::read | Scope::run));
    CHECK(grants_in("bot approve:all,run sha256:" + hash)[0].scopes
        == (Scope::approve_all | Scope::run));
    for (const std::string wrong : {"bot read x", "bot write ", "a/b read ", "bot read a",
             "bot read:own ", "bot read sha512:", "bot read sha256:sha256:"})
        CHECK_THROWS_AS(grants_in(wrong + hash), toolkit::ToolError);
    CHECK_THROWS_AS(grants_in("bot read"), toolkit::ToolError);
    CHECK_THROWS_AS(grants_in("bot read sha256:"), toolkit::ToolError);
    CHECK_THROWS_AS(
        grants_in("a read sha256:" + hash + "\nb read " + hash), toolkit::ToolError); // one hash
}

TEST_CASE("the scopes of a line from an earlier version cover all clients")
{
    const std::string hash(64, 'a');
    CHECK(grants_in("bot read,run " + hash)[0].scopes == (Scope::read_all | Scope::run_all));
    CHECK(grants_in("bot approve " + hash)[0].scopes == Scope::approve_all);
}

TEST_CASE("a scope covers the objects of its caller, or of all clients")
{
    const Caller alice {"token:alice", Scope::read | Scope::run | Scope::approve_all};
    CHECK(alice.covers(Scope::read, "token:alice"));
    CHECK_FALSE(alice.covers(Scope::read, "token:bob"));
    CHECK_FALSE(alice.covers(Scope::read, ""));
    CHECK(alice.covers(Scope::approve, "token:bob"));
    CHECK(alice.has_for_all(Scope::approve));
    CHECK_FALSE(alice.has_for_all(Scope::run));
    const Caller nobody {};
    CHECK_FALSE(nobody.covers(Scope::read, ""));
    const Caller nameless {"", Scope::read};
    CHECK_FALSE(nameless.covers(Scope::read, ""));
    CHECK(Caller {"", Scope::all}.covers(Scope::run, "token:bob"));
}

}
