#include "catch.hpp"

#include "runner/commands/audit_command.hpp"
#include "runner/options/option_values.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/time_text.hpp"

using namespace runner::options;
using namespace toolkit::system;
using namespace toolkit::text;

TEST_CASE("any number of seconds is a time that compares as a text")
{
    const auto [seconds, expected] = GENERATE(table<std::time_t, std::string>({
        {0, "1970-01-01T00:00:00.000Z"},
        {784111777, "1994-11-06T08:49:37.000Z"},
        {-1, "1970-01-01T00:00:00.000Z"},
        {253402300799, "9999-12-31T23:59:59.000Z"},
        {253402300800, "9999-12-31T23:59:59.000Z"},
        {INT64_MAX, "9999-12-31T23:59:59.000Z"},
        {INT64_MIN, "1970-01-01T00:00:00.000Z"},
    }));
    CHECK(rfc3339(seconds) == expected);
}

TEST_CASE("milliseconds count from the second before, also before 1970")
{
    using namespace std::chrono_literals;
    CHECK(rfc3339(Time(7ms)) == "1970-01-01T00:00:00.007Z");
    CHECK(rfc3339(Time(-3ms)) == "1969-12-31T23:59:59.997Z");
}

TEST_CASE("longer ago than 1970 is 1970")
{
    const std::string text = GENERATE(as<std::string>(), "25000d", "106752d", "200000d", "999999d");
    CHECK(parse_since(text) == "1970-01-01T00:00:00.000Z");
}

TEST_CASE("how long ago something was is a time of this year or so, and a date is itself")
{
    const std::string text = GENERATE(as<std::string>(), "0s", "90s", "30m", "2h", "7d");
    CHECK(parse_since(text) <= rfc3339(std::chrono::system_clock::now()));
    CHECK(parse_since(text) > "2020");
    CHECK(parse_since("2026-11-21T09:30") == "2026-11-21T09:30");
    for (const char* none :
        {"", "d", "-1d", "1000000d", "1e3d", "7 d", "99999999999999999999d", "yesterday"})
        CHECK_THROWS_AS(parse_since(none), ToolError);
}

TEST_CASE("a line of a server has its name, what it was, and why")
{
    using runner::commands::AuditFilter;
    using runner::commands::AuditView;
    const AuditView started(
        R"({"ts":"2026-11-21T09:30:00.000Z","run":"0123456789","server":"files","state":"started",)"
        R"("sandbox":{"level":"landlock"},"serverInfo":{"name":"x"}})");
    CHECK(started.text()
        == "2026-11-21T09:30:00.000Z  01234567  (files)         started   sandbox: landlock");
    const AuditView ended(
        R"({"ts":"2026-11-21T09:30:00.000Z","run":"0123456789","server":"files","state":"ended",)"
        R"("failure":"ended with exit status 1"})");
    CHECK(ended.text()
        == "2026-11-21T09:30:00.000Z  01234567  (files)         ended     "
           "ended with exit status 1");
    AuditFilter failures;
    failures.failed_only = true;
    CHECK(!started.passes(failures));
    CHECK(ended.passes(failures));
}
