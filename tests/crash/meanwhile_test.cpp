#include "catch.hpp"
#include "crash/victim.hpp"

#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

// What another program changes while a tool is at work is not lost.

namespace fs = std::filesystem;

namespace {

#ifdef SANITIZED
constexpr int calls_between = 25; // a start takes thirty times as long
#else
constexpr int calls_between = 5;
#endif

const std::string later = "later, by another program\n";

// A tree, and a directory on another file system, if there is the right to mount one.
class TwoFileSystems {
public:
    TwoFileSystems()
    {
        std::string name = fs::temp_directory_path() / "meanwhile.XXXXXX";
        root = mkdtemp(name.data());
        fs::create_directory(root / "other");
        static const bool has_mounts
            = unshare(CLONE_NEWNS) == 0 && mount("", "/", "", MS_REC | MS_PRIVATE, "") == 0;
        is_mounted
            = has_mounts && mount("tmpfs", (root / "other").c_str(), "tmpfs", 0, "size=1m") == 0;
    }
    TwoFileSystems(const TwoFileSystems&) = delete;
    TwoFileSystems& operator=(const TwoFileSystems&) = delete;
    ~TwoFileSystems()
    {
        umount((root / "other").c_str());
        fs::remove_all(root);
    }

    void fill() const
    {
        fs::remove_all(root / "tree");
        fs::remove_all(root / "other/moved");
        fs::create_directories(root / "tree/inner");
        std::ofstream(root / "tree/inner/file") << "before\n";
        std::ofstream(root / "tree/last") << "last\n";
    }

    bool has(const std::string& text) const
    {
        const Tree tree = tree_of(root);
        return std::any_of(tree.begin(), tree.end(),
            [&](const auto& entry) { return entry.second.find(text) != std::string::npos; });
    }

    fs::path root;
    bool is_mounted = false;
};

// Changes `path` before the system call of this number, if it is there to be changed.
class Writer {
public:
    Writer(const fs::path& path, int at)
        : path(path)
        , at(at)
    {
    }

    bool write_at(int call)
    {
        if (call == at && fs::exists(path)) {
            std::ofstream(path, std::ios::app) << later;
            has_written = true;
        }
        return call >= at;
    }

    bool has_written = false;

private:
    fs::path path;
    int at;
};

}

TEST_CASE("a move to another file system loses no change that is made meanwhile")
{
    const TwoFileSystems folder;
    if (!folder.is_mounted) {
        WARN("skipped: there is no right to mount");
        return;
    }
    for (const std::string file : {"tree/inner/file", "tree"}) {
        const bool is_tree = file != "tree";
        int moved = 0;
        int refused = 0;
        bool has_reached = true;
        for (int at = 1; has_reached; at += calls_between) {
            folder.fill();
            if (!is_tree) {
                fs::remove_all(folder.root / "tree");
                std::ofstream(folder.root / "tree") << "before\n";
            }
            Writer writer(folder.root / file, at);
            has_reached = false;
            const Fault fault = [&, call = 0](const SystemCall&) mutable -> std::optional<int> {
                has_reached = writer.write_at(++call) || has_reached;
                return std::nullopt;
            };
            Victim mover({"fs_move", R"({"from":"tree","to":"other/moved"})"}, folder.root,
                Victim::Traced::yes);
            const int status = mover.run_to_end(fault);
            INFO(file << ", before call " << at << ", exit " << status);
            REQUIRE((!writer.has_written || folder.has(later)));
            REQUIRE(folder.has("before\n"));
            ++(status == 0 ? moved : refused);
        }
        CHECK(moved > 1);
        CHECK(refused > 0);
    }
}
