#include "catch.hpp"

#include "toolkit/workspace/later_files.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

using namespace toolkit::workspace;

namespace {

namespace fs = std::filesystem;
using FoundPaths = std::set<std::string>;

// A workspace with some files that are older than `since`.
class AgedTree {
public:
    AgedTree()
    {
        std::string name = fs::temp_directory_path() / "later.XXXXXX";
        path = mkdtemp(name.data());
        for (const char* file :
            {"Makefile", "main.cpp", "old/deep/Makefile", "old/x", ".github/workflows/ci.yml",
                "stuff/real", "stuff/workflow", "node_modules/a/package.json", "closed/Makefile"})
            write(file);
        settle();
    }
    ~AgedTree()
    {
        chmod((path / "closed").c_str(), S_IRWXU);
        fs::remove_all(path);
    }
    AgedTree(const AgedTree&) = delete;
    AgedTree& operator=(const AgedTree&) = delete;

    // The clock of changes goes by ticks: what is written from here on is of a later one than all
    // that is there.
    void settle()
    {
        write("tick");
        const timespec before = changed("tick");
        do
            write("tick");
        while (!is_later(changed("tick"), before));
        since = changed("tick");
    }

    void write(const std::string& name) const
    {
        fs::create_directories((path / name).parent_path());
        std::ofstream(path / name) << "text";
    }

    LaterFiles walk(std::size_t max_entries = 1000) const
    {
        const Workspace workspace({path, {}, false});
        LaterFiles files;
        LaterWalk {.workspace = workspace, .since = since, .max_entries = max_entries}.run(
            ".", files);
        return files;
    }

    fs::path path;
    timespec since {};

private:
    static bool is_later(const timespec& one, const timespec& other)
    {
        return one.tv_sec != other.tv_sec ? one.tv_sec > other.tv_sec : one.tv_nsec > other.tv_nsec;
    }

    timespec changed(const std::string& name) const
    {
        struct stat status { };
        stat((path / name).c_str(), &status);
        return status.st_ctim;
    }
};

}

TEST_CASE("what is run later and has changed is found, and nothing that is as it was")
{
    const AgedTree tree;
    CHECK(tree.walk().paths().empty());
    for (const char* name : {"main.cpp", "old/deep/Makefile", ".github/workflows/new.yml",
             "new/.envrc", "tests/agent/t.yaml", "agent/t.yaml", "node_modules/a/package.json",
             ".git/hooks/.envrc", "x/.agentcli/Makefile"})
        tree.write(name);
    const LaterFiles found = tree.walk();
    // The directory of the table too: an entry of it has changed.
    CHECK(found.paths()
        == FoundPaths {".github/workflows", ".github/workflows/new.yml", "new/.envrc",
            "old/deep/Makefile", "tests/agent/t.yaml"});
    CHECK_FALSE(found.is_incomplete());
}

TEST_CASE("times that a program sets do not hide a change")
{
    const AgedTree tree;
    tree.write("Makefile");
    fs::last_write_time(tree.path / "Makefile", fs::file_time_type::min() + std::chrono::hours(24));
    CHECK(tree.walk().paths() == FoundPaths {"Makefile"});
}

TEST_CASE("another name for what was there is a change of the name, by link or by move")
{
    const AgedTree tree;
    fs::create_hard_link(tree.path / "main.cpp", tree.path / "setup.py");
    fs::create_symlink("stuff/real", tree.path / ".envrc");
    fs::rename(tree.path / "old/x", tree.path / "package.json");
    fs::rename(tree.path / "stuff", tree.path / ".vscode");
    CHECK(tree.walk().paths()
        == FoundPaths {
            ".envrc", ".vscode", ".vscode/real", ".vscode/workflow", "package.json", "setup.py"});
}

TEST_CASE("a directory that has got another name brings all that is in it")
{
    const AgedTree tree;
    fs::rename(tree.path / "old", tree.path / "new");
    CHECK(tree.walk().paths() == FoundPaths {"new/deep/Makefile"});
}

TEST_CASE("what a link of the table leads to is obeyed in its place")
{
    AgedTree tree;
    fs::create_symlink("stuff/real", tree.path / ".envrc");
    fs::create_symlink("stuff", tree.path / ".husky");
    fs::create_symlink("/etc", tree.path / ".config");
    fs::create_symlink("gone", tree.path / ".profile");
    tree.settle();
    REQUIRE(tree.walk().paths().empty());
    tree.write("stuff/real");
    CHECK(tree.walk().paths() == FoundPaths {".envrc", ".husky/real"});
}

TEST_CASE("what a link of the table leads to is another if a link or directory on the way is")
{
    AgedTree tree;
    tree.write("other/real");
    fs::create_symlink("way/real", tree.path / ".envrc");
    fs::create_symlink("way", tree.path / ".husky");
    fs::create_symlink("stuff", tree.path / "way");
    fs::create_symlink("moved/real", tree.path / "Justfile");
    tree.settle();
    REQUIRE(tree.walk().paths().empty());
    fs::rename(tree.path / "other", tree.path / "moved");
    CHECK(tree.walk().paths() == FoundPaths {"Justfile"});
    fs::remove(tree.path / "way");
    fs::create_symlink("/etc", tree.path / "way");
    CHECK(tree.walk().paths() == FoundPaths {".envrc", ".husky", "Justfile"});
}

TEST_CASE("a bound that is reached is said, and what lies highest is found first")
{
    const AgedTree tree;
    tree.write("Makefile");
    for (int number = 0; number < 100; ++number)
        tree.write("many/deep/" + std::to_string(number));
    const LaterFiles found = tree.walk(40);
    CHECK(found.paths() == FoundPaths {"Makefile"});
    CHECK(found.is_incomplete());
}

TEST_CASE("a directory that can't be listed leaves the search incomplete where something could be "
          "put into it")
{
    if (geteuid() == 0)
        return; // who lists everything
    const AgedTree tree;
    chmod((tree.path / "closed").c_str(), 0);
    CHECK(tree.walk().is_incomplete()); // it was open a moment ago
}

TEST_CASE(
    "without a time, all that belongs to the table is found, a directory for all that is in it")
{
    const AgedTree tree;
    const Workspace workspace({tree.path, {}, false});
    LaterFiles files;
    LaterWalk {workspace}.run(".", files);
    CHECK(files.paths()
        == FoundPaths {".github", "Makefile", "closed/Makefile", "old/deep/Makefile"});
}

TEST_CASE("links that are many are followed no longer than there is time")
{
    const AgedTree tree;
    for (int number = 0; number < 20; ++number) {
        const fs::path directory = tree.path / "many" / std::to_string(number);
        fs::create_directories(directory);
        fs::create_symlink("../../stuff/real", directory / "Makefile");
    }
    const Workspace workspace({tree.path, {}, false});
    LaterFiles files;
    LaterWalk {
        .workspace = workspace, .since = tree.since, .max_time = std::chrono::milliseconds(0)}
        .run(".", files);
    CHECK(files.is_incomplete());
    CHECK_FALSE(tree.walk().is_incomplete());
}
