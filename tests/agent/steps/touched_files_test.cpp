#include "agent/steps/touched_files.hpp"

#include "catch.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

using agent::steps::have_changes;
using agent::steps::Interval;

static void write(const std::filesystem::path& path) { std::ofstream(path) << "x"; }

static std::int64_t changed_at(const std::filesystem::path& path)
{
    struct stat status { };
    REQUIRE(stat(path.c_str(), &status) == 0);
    return std::int64_t {status.st_ctim.tv_sec} * 1000 + status.st_ctim.tv_nsec / 1'000'000;
}

TEST_CASE("a time has changes if a file that is there now was changed in it")
{
    std::string name = "/tmp/touched_files_XXXXXX";
    REQUIRE(mkdtemp(name.data()) != nullptr);
    const std::filesystem::path root = name;
    for (const char* directory : {"src", ".git", ".agentcli"})
        std::filesystem::create_directory(root / directory);
    write(root / "src/known");
    write(root / ".git/index");
    write(root / ".agentcli/log");
    const std::int64_t now = changed_at(root / ".agentcli/log");
    const std::vector<Interval> times {{now - 60'000, now + 60'000}, {now - 120'000, now - 60'000}};
    CHECK(have_changes(name, times, {"src/known"}) == std::vector<bool> {false, false});
    CHECK(have_changes(name, times, {}) == std::vector<bool> {true, false});
    write(root / "src/other");
    CHECK(have_changes(name, times, {"src/known"}) == std::vector<bool> {true, false});
    CHECK(have_changes(name, {}, {}).empty());
    CHECK(have_changes(name + "/none", times, {}) == std::vector<bool> {false, false});
    std::filesystem::remove_all(root);
}
