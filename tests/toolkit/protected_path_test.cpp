#include "catch.hpp"

#include "toolkit/protected_path.hpp"

#include "toolkit/text.hpp"

TEST_CASE("what a file system may take for .git or .agentcli is protected, and nothing else")
{
    for (const char* name : {".git", ".GIT", ".Git", ".git.", ".git ", ".git. .", "git~1", "GIT~1", "GiT~1.",
             ".g\xe2\x80\x8cit", "\xe2\x80\x8f.git", ".git\xef\xbb\xbf", ".gi\xe2\x81\xaat", ".agentcli",
             ".AgentCLI", ".agentcli.",
             ".agent\xe2\x80\x8d"
             "cli",
             "AGENTC~1"}) {
        INFO(printable(name));
        CHECK(is_protected_name(name));
    }
    for (const char* name :
        {"", ".", "..", "git", ".gitignore", ".github", ".gitattributes", "git~2", "gitx", "x.git", ".gi",
            ".g\xe2\x82\xacit", ".agentcli-tmp-1", "agentcli", "a", "\xe2\x80", "\xc3\xa9"}) {
        INFO(printable(name));
        CHECK_FALSE(is_protected_name(name));
    }
}
