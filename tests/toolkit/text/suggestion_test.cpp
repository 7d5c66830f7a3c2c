#include "catch.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/suggestion.hpp"

#include <vector>

using namespace toolkit::text;

TEST_CASE("a hint names the nearest of the names, or says what else helps")
{
    const std::vector<std::string> names {"path", "content"};
    CHECK(did_you_mean("pth", names) == "did you mean 'path'?");
    CHECK(did_you_mean("pth", names, "read the manual") == "did you mean 'path'?");
    CHECK(did_you_mean("pth", names, {}, "--") == "did you mean '--path'?");
    CHECK(did_you_mean("zebra", names, "read the manual") == "read the manual");
    CHECK(did_you_mean("zebra", names).empty());
    CHECK(did_you_mean("path", std::vector<std::string> {}).empty());
}

TEST_CASE("a hint names those that begin with the name if none is near")
{
    const std::vector<std::string> names {"claude-code", "claude-desktop", "codex",
        "max-a-long-name", "max-b-long-name", "max-c-long-name", "max-d-long-name"};
    CHECK(did_you_mean("claude", names) == "did you mean 'claude-code' or 'claude-desktop'?");
    CHECK(did_you_mean("claude-d", names, "read") == "did you mean 'claude-desktop'?");
    CHECK(did_you_mean("max", names, "read") == "read");
    CHECK(did_you_mean("cl", names, "read") == "read");
    CHECK(did_you_mean("", names, "read") == "read");
}

TEST_CASE("only the letters of ASCII have a lower case")
{
    CHECK(in_lower_case("ABC xyz @[`{ \xc3\x84") == "abc xyz @[`{ \xc3\x84");
    CHECK(is_equal_but_case("Makefile", "MAKEFILE"));
    CHECK_FALSE(is_equal_but_case("a_b",
        "a\x7f"
        "b"));
    CHECK_FALSE(is_equal_but_case("ab", "abc"));
}
