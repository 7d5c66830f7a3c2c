#include "catch.hpp"

#include "agent/session/session.hpp"

#include <cstdlib>

using namespace agent::session;

TEST_CASE("a chat's session is named by directory and time, in the letters of sessions")
{
    setenv("TZ", "UTC", 1);
    tzset();
    const std::time_t now = 1790000000;
    const auto [directory, number, name] = GENERATE(table<std::string, int, std::string>({
        {"/home/me/my project", 1, "my-project-20260921-1413"},
        {"/home/me/code", 2, "code-20260921-1413-2"},
        {"/", 1, "chat-20260921-1413"},
        {"/x/...", 1, "chat-20260921-1413"},
        {"/x/\xc3\xa9t\xc3\xa9", 1, "t---20260921-1413"},
        {"/x/" + std::string(100, 'a'), 12, std::string(40, 'a') + "-20260921-1413-12"},
    }));
    CHECK(session_name(directory, now, number) == name);
    agent::session::check_session_name(name);
}
