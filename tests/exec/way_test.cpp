#include "tools/exec/git/way.hpp"

#include "catch.hpp"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

using namespace exec::git;

namespace {

namespace fs = std::filesystem;

// root/: file, d/e, and links; outside/: links that lead in.
class LinkedPlaces {
public:
    LinkedPlaces()
    {
        std::string name = fs::temp_directory_path() / "way.XXXXXX";
        base = fs::canonical(mkdtemp(name.data()));
        fs::create_directories(base / "root/d/e");
        fs::create_directories(base / "outside/o");
        std::ofstream(base / "root/file") << "text";
        std::ofstream(base / "outside/o/file") << "text";
        fs::create_symlink("../root", base / "outside/in");
        fs::create_symlink(base / "root/by-name", base / "outside/chain");
        fs::create_symlink("d/../file", base / "root/by-name");
        fs::create_symlink("../outside/o", base / "root/out");
        fs::create_symlink("circle", base / "root/circle");
    }
    ~LinkedPlaces() { fs::remove_all(base); }
    LinkedPlaces(const LinkedPlaces&) = delete;
    LinkedPlaces& operator=(const LinkedPlaces&) = delete;

    Way way(const std::string& path, Budget& budget) const
    {
        return find_way(toolkit::Workspace({base / "root", {}, false}), budget, Cost::names, path);
    }

    fs::path base;
};

using Links = std::vector<std::string>;

}

TEST_CASE("a way is followed as the kernel follows it, out of the workspace and in again")
{
    const LinkedPlaces places;
    const std::string outside = places.base / "outside";
    const std::string root = places.base / "root";
    const struct {
        std::string path;
        bool is_there;
        const char* target;
        Links links;
    } rows[] = {
        {"file", true, "file", {}},
        {"./d//e/", true, "d/e", {}},
        {root, true, ".", {}},
        {"d/..", true, ".", {}},
        {outside + "/in", true, ".", {}},
        {outside + "/in/d/../../root/file", true, "file", {}},
        {outside + "/chain", true, "file", {"by-name"}},
        {"../outside/in/d", true, "d", {}},
        {"out/file", true, nullptr, {"out"}},
        {"out/../in/file", true, "file", {"out"}},
        {"circle", false, nullptr, Links(41, "circle")},
        {"none", false, nullptr, {}},
        {"file/x", false, nullptr, {}},
        {outside + "/none", false, nullptr, {}},
        {root + "x", false, nullptr, {}},
    };
    for (const auto& row : rows) {
        CAPTURE(row.path);
        Budget budget;
        const Way way = places.way(row.path, budget);
        CHECK(way.is_there == row.is_there);
        CHECK(way.target.has_value() == (row.target != nullptr));
        CHECK(way.target.value_or("") == (row.target != nullptr ? row.target : ""));
        CHECK(way.links == row.links);
        CHECK(budget.reason().empty());
    }
}

TEST_CASE("what may be looked at is limited, each kind by itself, and the first reason is kept")
{
    const LinkedPlaces places;
    Budget budget;
    CHECK_FALSE(budget.take(Cost::names, 1'000'000));
    CHECK_FALSE(places.way("file", budget).is_there);
    CHECK(budget.reason().find("configs name") != std::string::npos);
    CHECK(budget.take(Cost::trees, 1000));
    CHECK_FALSE(budget.take(Cost::indexes, 1 << 30));
    CHECK(budget.reason().find("configs name") != std::string::npos);
}

TEST_CASE("a look ends when the tool is told to end")
{
    sigset_t ending;
    sigset_t before;
    sigemptyset(&ending);
    sigaddset(&ending, SIGTERM);
    sigprocmask(SIG_BLOCK, &ending, &before);
    Budget budget;
    CHECK(budget.take(Cost::entries, 1000));
    raise(SIGTERM);
    CHECK_FALSE(budget.take(Cost::entries, 1000));
    CHECK_FALSE(budget.take(Cost::text, 1));
    int signal = 0;
    sigwait(&ending, &signal);
    sigprocmask(SIG_SETMASK, &before, nullptr);
    CHECK(budget.reason() == "there was no time for more");
}
