#include "catch.hpp"

#include "frontends/chat/git_branch.hpp"

#include <filesystem>
#include <fstream>

#include <unistd.h>

using namespace frontends::chat;
namespace fs = std::filesystem;

TEST_CASE("the branch is that of the repository around a directory, also of a worktree")
{
    const std::string root = "/tmp/branch_test." + std::to_string(getpid());
    fs::create_directories(root + "/.git/worktrees/other");
    fs::create_directories(root + "/deep/er");
    fs::create_directories(root + "/other");
    const auto write = [&](const std::string& name, const std::string& text) {
        std::ofstream(root + "/" + name) << text;
    };
    CHECK(git_branch(root + "/deep/er").empty());
    write(".git/HEAD", "ref: refs/heads/feature/x\n");
    CHECK(git_branch(root + "/deep/er") == "feature/x");
    write("other/.git", "gitdir: " + root + "/.git/worktrees/other\n");
    write(".git/worktrees/other/HEAD", "0123456789abcdef0123456789abcdef01234567\n");
    CHECK(git_branch(root + "/other") == "0123456");
    write(".git/worktrees/other/HEAD", "something else\n");
    CHECK(git_branch(root + "/other").empty());
    fs::remove_all(root);
}
