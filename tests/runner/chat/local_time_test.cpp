#include "catch.hpp"

#include "frontends/chat/local_time.hpp"

#include <cstdlib>

using namespace frontends::chat;

TEST_CASE("a time is shown as a local one, with the day in words if it is near")
{
    setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
    tzset();
    const std::time_t now = 1764504000; // 2025-11-30 13:00 in Berlin
    CHECK(local_time(1764490320, now) == "today 09:12");
    CHECK(local_time(1764447000, now) == "yesterday 21:10");
    CHECK(local_time(1764371400, now) == "yesterday 00:10");
    CHECK(local_time(1763892300, now) == "Nov 23 11:05");
    CHECK(local_time(1732356300, now) == "Nov 23 2024");
    // the day after the clocks were put back has 24 hours, the one before 25
    CHECK(local_time(1761429600, 1761519600) == "yesterday 00:00");
    CHECK(seconds_of("2025-11-23T10:05:00Z") == 1763892300);
    CHECK(seconds_of("yesterday") == 0);
    unsetenv("TZ");
    tzset();
}

TEST_CASE("a path begins with ~ only within the home directory")
{
    const char* const before = std::getenv("HOME");
    const std::string home = before != nullptr ? before : "";
    setenv("HOME", "/home/ann", 1);
    CHECK(with_tilde("/home/ann/src/app") == "~/src/app");
    CHECK(with_tilde("/home/ann") == "~");
    CHECK(with_tilde("/home/anna/src") == "/home/anna/src");
    setenv("HOME", home.c_str(), 1);
}
