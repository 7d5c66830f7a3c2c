#include "catch.hpp"

#include "agent/model/retry.hpp"

using namespace agent::model;

using namespace std::chrono_literals;

static const auto now
    = std::chrono::system_clock::from_time_t(784111777); // Sun, 06 Nov 1994 08:49:37 GMT

TEST_CASE("Retry-After is a number of seconds, or a date")
{
    const auto [text, expected] = GENERATE(table<std::string, std::optional<std::chrono::seconds>>({
        {"0", 0s},
        {"7", 7s},
        {"99999999999", 1'000'000'000s},
        {"Sun, 06 Nov 1994 08:49:40 GMT", 3s},
        {"Sun, 06 Nov 1994 08:49:00 GMT", 0s},
        {"Mon, 07 Nov 1994 08:49:37 GMT", 24h},
        {"Sunday, 06-Nov-94 08:49:40 GMT", 3s},
        {"Sun Nov  6 08:49:40 1994", 3s},
        {"", {}},
        {"-1", {}},
        {"1.5", 2s},
        {"0.2", 1s},
        {"1e3", {}},
        {"nan", {}},
        {"7 s", {}},
        {"soon", {}},
        {"Sun, 06 Nov 1994 08:49:40 GMT+1", {}},
        {"99999999999999999999999", 1'000'000'000s},
        {std::string(400, '9'), 1'000'000'000s},
        {"Fri, 31 Dec 9999 23:59:59 GMT", 252'618'189'022s},
        {"Mon, 01 Jan 2300 00:00:00 GMT", 9'629'680'223s},
        {"Mon, 01 Jan 0001 00:00:00 GMT", 0s},
    }));
    CHECK(parse_retry_after(text, now) == expected);
}

TEST_CASE("milliseconds are more precise than seconds")
{
    CHECK(wished_delay("59", "1500") == "1.500000");
    CHECK(wished_delay("59", "") == "59");
    CHECK(wished_delay("59", "soon") == "59");
    CHECK(wished_delay("59", "-1") == "59");
    CHECK(wished_delay("59", "nan") == "59");
    CHECK(wished_delay("", "250") == "0.250000");
    CHECK(wished_delay("", "") == "");
}

TEST_CASE("a server asks for a pause in the body of its answer, too")
{
    const auto [body, wished] = GENERATE(table<std::string, std::string>({
        {R"({"details":[{"@type":"google.rpc.RetryInfo","retryDelay":"8.2s"}]})", "8.200000"},
        {"Please try again in 2.3s. Visit", "2.300000"},
        {"Please try again in 250ms.", "0.250000"},
        {"Please retry in 1 minute.", "60.000000"},
        {"try again after 20 seconds", "20.000000"},
        {"try again in 1m30s", ""},
        {"try again later", ""},
        {"", ""},
    }));
    INFO(body);
    CHECK(wished_delay_in(body) == wished);
}

TEST_CASE("a retry waits longer each time, less by chance, and as long as the server asks")
{
    CHECK(retry_delay(1, "", 0, now) == 500ms);
    CHECK(retry_delay(1, "", 1, now) == 250ms);
    CHECK(retry_delay(2, "", 0, now) == 1s);
    CHECK(retry_delay(3, "", 0.5, now) == 1500ms);
    CHECK(retry_delay(1000, "", 0, now) == 32s);
    CHECK(retry_delay(1, "3", 0.5, now) == 3s);
    CHECK(retry_delay(1, "Sun, 06 Nov 1994 08:50:37 GMT", 0, now) == 60s);
    CHECK(retry_delay(1, "0", 0, now) == 500ms);
    CHECK_FALSE(retry_delay(1, "61", 0, now));
    CHECK_FALSE(retry_delay(1, "Fri, 31 Dec 9999 23:59:59 GMT", 0, now));
}
