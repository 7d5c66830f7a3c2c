#include "catch.hpp"

#include "crash/victim.hpp"

#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <random>
#include <thread>
#include <vector>

namespace fs = std::filesystem;

namespace {

// What a kill may leave for others to see.
enum class Between {
    nothing, // all is as before, or as after
    mixture, // each file is, by itself
    both, // a name more than before and after have: a move to another file system
};

struct Row {
    std::string what;
    Call call;
    std::string next_to; // the folder in which the next call changes something
    Between between = Between::nothing;
};

const std::string sixteen_kib = std::string(16 << 10, 'x'); // of a request, as JSON has it

const std::vector<Row> rows {
    {"replaces a file",           {"fs_write_file", R"({"path":"a/one","content":")" + sixteen_kib + "\"}"},                                "a"  },
    {"creates a file",            {"fs_write_file", R"({"path":"a/new","content":")" + sixteen_kib + "\"}"},                                "a"  },
    {"appends",                   {"fs_append_file", R"({"path":"a/one","content":"more"})"},                                               "a"  },
    {"edits",                     {"fs_edit", R"({"path":"a/one","oldString":"2","newString":"two"})"},                                     "a"  },
    {"edits a range",
     {"fs_edit_range", R"({"path":"a/one","startByte":0,"endByte":2,"replacement":"first"})"},                                              "a"  },
    {"patches a file",
     {"apply_patch", R"({"unifiedDiff":"--- a/one\n+++ a/one\n@@ -1,2 +1,2 @@\n 1\n-2\n+two\n"})"},                                         "a"  },
    {"deletes a file by a patch",
     {"apply_patch", R"({"unifiedDiff":"*** Begin Patch\n*** Delete File: a/one\n*** End Patch\n"})"},
     "a"                                                                                                                                         },
    {"patches several files",
     {"apply_patch",
            R"({"unifiedDiff":"*** Begin Patch\n*** Update File: a/one\n@@\n 1\n-2\n+two\n*** Delete File: a/gone\n*** Add File: new/folder/file\n+new\n)"
            R"(*** Update File: b/two\n*** Move to: b/moved\n@@\n 1\n-2\n+two\n*** Update File: a/mode\n@@\n-1\n+one\n*** End Patch\n"})"},
     ".",                                                                                                                                          Between::mixture},
    {"moves a file",                           {"fs_move", R"({"from":"a/one","to":"b/two","overwrite":true})"},                                                                                                                      "a"                                },
    {"moves a folder",                           {"fs_move", R"({"from":"tree","to":"b/tree"})"},                                                                                                                    "."               },
    {"moves a folder to another file system",                           {"fs_move", R"({"from":"tree","to":"other/tree"})"},                                                                                             "a",
     Between::both},
    {"removes a folder",               {"fs_rm", R"({"path":"tree","recursive":true})"},                                                                                                                       "a"                                                                                                          },
    {"makes folders",                        {"fs_mkdirp", R"({"path":"a/deep/er","modeOctal":"0711"})"},          "b"},
};

class Workspace {
public:
    Workspace()
    {
        std::string name = fs::temp_directory_path() / "crash.XXXXXX";
        root = mkdtemp(name.data());
        // For the move to another file system; without the right to mount it is a move like any other.
        static const bool has_mounts
            = unshare(CLONE_NEWNS) == 0 && mount("", "/", "", MS_REC | MS_PRIVATE, "") == 0;
        fs::create_directory(root / "other");
        if (has_mounts)
            mount("tmpfs", (root / "other").c_str(), "tmpfs", 0, "size=1m");
        fill();
    }
    Workspace(const Workspace&) = delete;
    Workspace& operator=(const Workspace&) = delete;
    ~Workspace()
    {
        umount((root / "other").c_str());
        fs::remove_all(root);
    }

    void fill() const
    {
        for (const auto& entry : fs::directory_iterator(root))
            for (const auto& inner :
                entry.is_directory() ? fs::directory_iterator(entry) : fs::directory_iterator())
                fs::remove_all(inner);
        for (const char* name : {"a", "b", "tree", "new", ".agentcli"})
            fs::remove_all(root / name);
        for (const auto& [path, content] : {
                 std::pair("a/one", "1\n2\n3\n"), {"a/gone", "gone\n"},
                   {"a/mode", "1\n"   },
                 {"b/two",  "1\n2\n"}
        })
            write(path, content);
        fs::permissions(root / "a/mode", fs::perms(0700));
        for (int index = 0; index < 12; ++index)
            write("tree/" + std::to_string(index % 4) + "/" + std::to_string(index), "leaf");
    }

    Tree tree() const { return tree_of(root); }
    const fs::path& path() const { return root; }

private:
    void write(const std::string& path, const std::string& content) const
    {
        fs::create_directories((root / path).parent_path());
        std::ofstream(root / path) << content;
    }

    fs::path root;
};

Tree visible(const Tree& tree)
{
    Tree seen;
    for (const auto& [path, text] : tree)
        if (!is_hidden(path))
            seen[path] = text;
    return seen;
}

bool is_in(const Tree& tree, const std::string& path, const std::string& text)
{
    const auto found = tree.find(path);
    return found != tree.end() && found->second == text;
}

// Is each file of the one or of the other, and none missing that both have?
bool is_mixture(const Tree& tree, const Tree& before, const Tree& after)
{
    for (const auto& [path, text] : tree)
        if (!is_in(before, path, text) && !is_in(after, path, text))
            return false;
    for (const auto& [path, text] : before)
        if (after.count(path) != 0 && tree.count(path) == 0)
            return false;
    return true;
}

class Experiment {
public:
    explicit Experiment(const Row& row)
        : row(row)
    {
        before = workspace.tree();
        const auto start = std::chrono::steady_clock::now();
        REQUIRE(Victim(row.call, workspace.path(), Victim::Traced::no).wait() == 0);
        duration = std::chrono::steady_clock::now() - start;
        after = workspace.tree();
        REQUIRE(before != after);
        REQUIRE(visible(after) == after);
    }

    void kill_after_change(int count, bool& has_ended)
    {
        workspace.fill();
        has_ended = !Victim(row.call, workspace.path(), Victim::Traced::yes).run_to_change(count);
        check("after change " + std::to_string(count));
    }

    void kill_after(double share_of_its_time)
    {
        workspace.fill();
        {
            const Victim victim(row.call, workspace.path(), Victim::Traced::no);
            std::this_thread::sleep_for(share_of_its_time * duration);
        }
        check("after " + std::to_string(share_of_its_time) + " of its time");
    }

    int left_as_before = 0;
    int left_as_after = 0;

private:
    void check(const std::string& when)
    {
        INFO(row.what << ", killed " << when);
        const Tree seen = visible(workspace.tree());
        if (row.between == Between::nothing)
            REQUIRE((seen == before || seen == after));
        else
            REQUIRE(is_mixture(seen, before, after));
        const Call next {"fs_write_file", R"({"path":")" + row.next_to + R"(/next","content":""})"};
        REQUIRE(Victim(next, workspace.path(), Victim::Traced::no).wait() == 0);
        fs::remove(workspace.path() / row.next_to / "next");
        fs::remove(workspace.path() / ".agentcli/journal"); // empty folders may stay
        fs::remove(workspace.path() / ".agentcli");
        const Tree left = workspace.tree();
        left_as_before += left == before ? 1 : 0;
        left_as_after += left == after ? 1 : 0;
        for (const auto& [path, text] : left)
            if (!is_in(before, path, text) && !is_in(after, path, text))
                UNSCOPED_INFO("left: " << path << " " << text);
        if (row.between != Between::both)
            REQUIRE((left == before || left == after));
        else // what was copied stays where the source is no longer whole
            REQUIRE((visible(left) == left && is_mixture(left, before, after)));
    }

    const Row& row;
    Workspace workspace;
    Tree before, after;
    std::chrono::duration<double> duration {};
};

}

TEST_CASE("killed after any step, a change is not begun, or done, once the next call has been")
{
    for (const Row& row : rows) {
        Experiment experiment(row);
        int steps = 0;
        for (bool has_ended = false; !has_ended;)
            experiment.kill_after_change(++steps, has_ended);
        CHECK(steps > 2);
        CHECK(experiment.left_as_before > 0);
        CHECK(experiment.left_as_after > 0);
        std::printf("%4d steps: %s\n", steps, row.what.c_str());
    }
}

TEST_CASE("killed at any instant, a change is not begun, or done, once the next call has been")
{
#ifdef __SANITIZE_ADDRESS__
    constexpr int kills = 8; // of each row: a start takes thirty times as long
#else
    constexpr int kills = 100;
#endif
    std::mt19937 random(20);
    std::uniform_real_distribution<double> share(0, 1.2);
    int before = 0;
    int after = 0;
    for (const Row& row : rows) {
        Experiment experiment(row);
        for (int kill = 0; kill < kills; ++kill)
            experiment.kill_after(share(random));
        before += experiment.left_as_before;
        after += experiment.left_as_after;
    }
    std::printf("%d kills: %d left all as before, %d as after\n", kills * static_cast<int>(rows.size()),
        before, after);
}
