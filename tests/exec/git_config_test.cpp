#include "tools/exec/git/git_config.hpp"

#include "catch.hpp"

#include <algorithm>

using namespace exec::git;

namespace {

bool names(const std::vector<std::string>& all, const char* wanted)
{
    return std::find(all.begin(), all.end(), wanted) != all.end();
}

}

TEST_CASE("a config of git: every value is split into words that may name files")
{
    const GitConfig config = read_git_config(
        "[core]\n\tfsmonitor = ./fs.sh --x\n\tpager\n[alias]\n\tx = \"!sh -c './run;b/c' #no\"\n"
        "[filter \"a]b\"] clean = one \\\n two ; three\n");
    for (const char* word : {"./fs.sh", "./run", "b/c", "one", "two"})
        CHECK(names(config.words, word));
    CHECK_FALSE(names(config.words, "three"));
}

TEST_CASE("a config of git: what it includes, its hooks and whether it remembers resolutions")
{
    const GitConfig config
        = read_git_config("[include] path = ~/a\n[INCLUDEIF \"gitdir:\\\"x]\"]\r\nPath=\"b "
                          "c\"\r\n[core]\nhookspath = h\n[rerere]\nenabled\n");
    CHECK(config.included == std::vector<std::string> {"~/a", "b c"});
    CHECK(config.hooks == std::vector<std::string> {"h"});
    CHECK(config.enables_rerere);
    CHECK_FALSE(read_git_config("[rerere]\nenabled = false\n[x]\nenabled = true").enables_rerere);
}

TEST_CASE("a config of git: text that is cut ends well")
{
    for (const char* text : {"[", "[a \"\\", "a", "=", "a=\\", "a=\"", "[a]\na=b\\\r\n", "#"})
        CHECK_NOTHROW(read_git_config(text));
}
