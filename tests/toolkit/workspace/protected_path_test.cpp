#include "catch.hpp"

#include "toolkit/workspace/protected_path.hpp"

#include "toolkit/text/text.hpp"

using namespace toolkit::text;
using namespace toolkit::workspace;

TEST_CASE("what a file system may take for .git or .agentcli is protected, and nothing else")
{
    for (const char* name : {".git", ".GIT", ".Git", ".git.", ".git ", ".git. .", "git~1", "GIT~1",
             "GiT~1.", ".g\xe2\x80\x8cit", "\xe2\x80\x8f.git", ".git\xef\xbb\xbf",
             ".gi\xe2\x81\xaat", ".agentcli", ".AgentCLI", ".agentcli.",
             ".agent\xe2\x80\x8d"
             "cli",
             "AGENTC~1", ".g\xe2\x80\x8bit", ".gi\xc2\xadt", ".git\xf3\xa0\x81\x81"}) {
        INFO(printable(name));
        CHECK(is_protected_name(name));
    }
    for (const char* name : {"", ".", "..", "git", ".gitignore", ".github", ".gitattributes",
             "git~2", "gitx", "x.git", ".gi", ".g\xe2\x82\xacit", ".agentcli-tmp-1", "agentcli",
             "a", "\xe2\x80", "\xc3\xa9"}) {
        INFO(printable(name));
        CHECK_FALSE(is_protected_name(name));
    }
}

TEST_CASE("names that a file system may take for one are known, and others are not")
{
    const struct {
        const char* one;
        const char* other;
        bool may_be_one;
    } rows[] = {
        {"tools.json", "tools.json", true},
        {"tools.json", "TOOLS.Json", true},
        {"tools.json", "tools.json. .", true},
        {"tools.json", "tool\xc5\xbf.json", true}, // U+017F
        {"tools.json", "tools.j\xe2\x80\x8dson", true}, // U+200D
        {"tools.json", "tools\xef\xb8\x8f.json", true}, // U+FE0F
        {"Makefile",
            "ma\xe2\x84\xaa"
            "efile",
            true}, // U+212A
        {"profile", "pro\xef\xac\x81le", true}, // U+FB01
        {"STRASSE",
            "stra\xc3\x9f"
            "e",
            true},
        {"\xc3\x84.json", "\xc3\xa4.json",
            true}, // by other letters too: a file system knows which, and this does not
        {"\xc3\x84.json", "A\xcc\x88.json", true},
        {"tools.json", "tool.json", false},
        {"tools.json", "t\xc3\xb6ols.json", false},
        {"tools.json", "tools.json~", false},
        {"tools.json", "tools.json\xff", false},
        {"", "a", false},
    };
    for (const auto& row : rows) {
        INFO(printable(row.one) << " and " << printable(row.other));
        CHECK(may_be_one_name(row.one, row.other) == row.may_be_one);
        CHECK(may_be_one_name(row.other, row.one) == row.may_be_one);
    }
}
