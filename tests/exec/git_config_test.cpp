#include "catch.hpp"
#include "git_config_values.hpp"

#include "tools/exec/git/git_config.hpp"

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
    for (const char* word : {"./fs.sh", "./run", "b/c", "two"})
        CHECK(names(config.words, word));
    CHECK_FALSE(names(config.words, "three"));
}

TEST_CASE("a config of git: a plain value or a program without a directory names no file")
{
    const GitConfig config = read_git_config(
        "[init] defaultBranch = main\n[core]\nautocrlf = input\neditor = vim\npager = 'less' -R\n"
        "excludesFile = ignored\nsshCommand = ssh -F conf\n[pull] rebase = true\n"
        "[user] name = Ann Other\nsigningKey = id.pub\n[alias] b = !build all\nc = commit\n"
        "[remote \"o\"] url = sub\n[branch \"m\"] remote = other\n");
    for (const char* word : {"main", "input", "vim", "less", "true", "Ann", "Other", "build",
             "!build", "commit", "ssh"})
        CHECK_FALSE(names(config.words, word));
    for (const char* word : {"ignored", "conf", "id.pub", "all", "sub", "other"})
        CHECK(names(config.words, word));
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

TEST_CASE("a config of git: where its working tree is, and what URLs are replaced by")
{
    const GitConfig config = read_git_config("[core]\nworktree = ../x\n[a]\nworktree = y\n"
                                             "[URL \"./b \\\"c\"]\ninsteadOf = z:\n[d \"e\"]\n");
    CHECK(config.tree == "../x");
    CHECK(names(config.words, "./b \"c"));
    CHECK_FALSE(names(config.words, "e"));
}

TEST_CASE("a config of git: text that is cut ends well")
{
    for (const char* text : {"[", "[a \"\\", "a", "=", "a=\\", "a=\"", "[a]\na=b\\\r\n", "#"})
        CHECK_NOTHROW(read_git_config(text));
}

TEST_CASE("a config of git: a value is read as git reads it")
{
    for (const GitConfigValue& row : git_config_values) {
        CAPTURE(row.text);
        const GitConfig config
            = read_git_config("[core]\n\thooksPath = " + std::string(row.text) + "\nx = y\n");
        if (row.value != nullptr)
            CHECK(config.hooks == std::vector<std::string> {row.value});
    }
}

TEST_CASE("a config of git: paths that a word has in it, and blanks after a backslash")
{
    const GitConfig config = read_git_config("[a]\nx = \"!./h\\\\ k/s.sh\"\ny = ssh -Fdir/cfg "
                                             "@dir/file\nz = file:///a/b\n[init]templatedir=t");
    for (const char* word : {"./h k/s.sh", "dir/cfg", "dir/file", "/a/b"})
        CHECK(names(config.words, word));
    CHECK(config.templates == std::vector<std::string> {"t"});
}

TEST_CASE("a path in a config of git begins at a home, at the root or in a directory")
{
    const Homes homes {{"", "/home/me"}, {"alice", "/home/a"}};
    const struct {
        const char* text;
        const char* path;
    } rows[] = {{"x/y", "/d/x/y"}, {"/x", "/x"}, {"~/x", "/home/me/x"}, {"~", "/home/me"},
        {"~alice/x", "/home/a/x"}, {"~alice", "/home/a"}, {":(optional)x", "/d/x"},
        {":(optional)~/x", "/home/me/x"}, {"~bob/x", nullptr}};
    for (const auto& row : rows) {
        CAPTURE(row.text);
        const auto path = path_in_config(homes, "/d", row.text);
        CHECK(path.has_value() == (row.path != nullptr));
        if (path && row.path != nullptr)
            CHECK(*path == row.path);
    }
}
