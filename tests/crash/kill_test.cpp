#include "catch.hpp"

#include "crash/victim.hpp"

#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
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

const char* const repeated = ""; // the same call, again

struct Row {
    std::string what;
    Call call;
    std::vector<std::string> next_to; // folders in which the next call changes something, in turn
    Between between = Between::nothing;
};

const std::string long_content = std::string(16 << 10, 'x');
const std::string files_of_parts = R"(*** Update File: a/one
@@
 1
-2
+two
*** Delete File: a/gone
*** Update File: b/two
*** Move to: b/moved
@@
 1
-2
+two
*** Update File: a/mode
@@
-1
+one
*** End Patch
)";
const std::string several_files
    = "*** Begin Patch\n*** Add File: new/folder/file\n+new\n" + files_of_parts;
const std::string several_in_parts = "*** Begin Patch\n" + files_of_parts;

// A file that becomes a folder, and a folder that becomes a file.
std::string changes_of_kind()
{
    std::string text = "*** Begin Patch\n*** Update File: a/one\n*** Move to: "
                       "a/one/deep/file\n@@\n 1\n-2\n+two\n";
    for (int index = 0; index < 12; ++index)
        text += "*** Delete File: tree/" + std::to_string(index % 4) + "/" + std::to_string(index)
            + "\n";
    return text + "*** Add File: tree\n+new\n*** End Patch\n";
}

std::string write_request(const std::string& path, const std::string& content)
{
    return R"({"path":")" + path + R"(","content":")" + content + R"(","makeParents":true})";
}

std::string patch_request(const std::string& patch)
{
    std::string text;
    for (const char letter : patch)
        text += letter == '\n' ? std::string("\\n") : std::string(1, letter);
    return R"({"unifiedDiff":")" + text + "\"}";
}

const std::vector<Row> rows {
    {"replaces a file", {"fs_write_file", write_request("a/one", long_content)}, {"a"}},
    {"creates a file", {"fs_write_file", write_request("a/new", long_content)}, {"a"}},
    {"appends", {"fs_append_file", R"({"path":"a/one","content":"more"})"}, {"a"}},
    {"edits", {"fs_edit", R"({"path":"a/one","oldString":"2","newString":"two"})"}, {"a"}},
    {"edits a range",
        {"fs_edit_range", R"({"path":"a/one","startByte":0,"endByte":2,"replacement":"first"})"},
        {"a"}},
    {"patches a file",
        {"apply_patch", patch_request("--- a/one\n+++ a/one\n@@ -1,2 +1,2 @@\n 1\n-2\n+two\n")},
        {"a"}},
    {"deletes a file by a patch",
        {"apply_patch", patch_request("*** Begin Patch\n*** Delete File: a/one\n*** End Patch\n")},
        {"a"}},
    {"patches several files", {"apply_patch", patch_request(several_files)},
        {".", "a", "b", "new/folder", repeated}, Between::mixture},
    {"patches several files of parts",
        {"apply_patch", patch_request(several_in_parts), {"--within=a", "--within=b"}},
        {".", "a", repeated}, Between::mixture},
    {"changes the kind of files", {"apply_patch", patch_request(changes_of_kind())},
        {".", repeated}, Between::mixture},
    {"moves a file", {"fs_move", R"({"from":"a/one","to":"b/two","overwrite":true})"}, {"a", "b"}},
    {"moves a folder", {"fs_move", R"({"from":"tree","to":"b/tree"})"}, {"."}},
    {"moves a folder to another file system", {"fs_move", R"({"from":"tree","to":"other/tree"})"},
        {"other"}, Between::both},
    {"removes a folder", {"fs_rm", R"({"path":"tree","recursive":true})"}, {"a", "."}},
    {"makes folders", {"fs_mkdirp", R"({"path":"a/deep/er","modeOctal":"0711"})"}, {"a", "b"}},
};

class KilledWorkspace {
public:
    KilledWorkspace()
    {
        std::string name = fs::temp_directory_path() / "crash.XXXXXX";
        root = mkdtemp(name.data());
        // For the move to another file system; without the right to mount it is a move like any
        // other.
        static const bool has_mounts
            = unshare(CLONE_NEWNS) == 0 && mount("", "/", "", MS_REC | MS_PRIVATE, "") == 0;
        fs::create_directory(root / "other");
        if (has_mounts)
            mount("tmpfs", (root / "other").c_str(), "tmpfs", 0, "size=1m");
        fill();
    }
    KilledWorkspace(const KilledWorkspace&) = delete;
    KilledWorkspace& operator=(const KilledWorkspace&) = delete;
    ~KilledWorkspace()
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
        for (const auto& [path, content] : {std::pair("a/one", "1\n2\n3\n"), {"a/gone", "gone\n"},
                 {"a/mode", "1\n"}, {"b/two", "1\n2\n"}})
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
        fs::remove(workspace.path() / ".agentcli");
        after = workspace.tree();
        REQUIRE(before != after);
        REQUIRE(visible(after) == after);
    }

    // Answers whether it was killed.
    bool kill_after_change(int count)
    {
        bool is_killed = true;
        for (const auto& next_to : row.next_to) {
            workspace.fill();
            is_killed
                = Victim(row.call, workspace.path(), Victim::Traced::yes).run_to_change(count);
            check("after change " + std::to_string(count), next_to);
        }
        return is_killed;
    }

    void kill_after(double share_of_its_time)
    {
        workspace.fill();
        {
            const Victim victim(row.call, workspace.path(), Victim::Traced::no);
            std::this_thread::sleep_for(share_of_its_time * duration);
        }
        check("after " + std::to_string(share_of_its_time) + " of its time",
            row.next_to[turn++ % row.next_to.size()]);
    }

    int left_as_before = 0;
    int left_as_after = 0;

private:
    void call_next(const std::string& folder)
    {
        if (folder == repeated) {
            REQUIRE(Victim(row.call, workspace.path(), Victim::Traced::no).wait() == 0);
            return;
        }
        const Call next {"fs_write_file", write_request(folder + "/next", "")};
        REQUIRE(Victim(next, workspace.path(), Victim::Traced::no).wait() == 0);
        fs::remove(workspace.path() / folder / "next");
        if (folder == "new/folder" && fs::is_empty(workspace.path() / folder))
            fs::remove_all(workspace.path() / "new");
    }

    void check(const std::string& when, const std::string& next_to)
    {
        INFO(row.what << ", killed " << when << ", then a change in "
                      << (next_to.empty() ? "the same" : next_to));
        const Tree seen = visible(workspace.tree());
        if (row.between == Between::nothing)
            REQUIRE((seen == before || seen == after));
        else
            REQUIRE(is_mixture(seen, before, after));
        call_next(next_to);
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
    KilledWorkspace workspace;
    Tree before, after;
    std::chrono::duration<double> duration {};
    std::size_t turn = 0;
};

}

TEST_CASE("killed after any step, a change is not begun, or done, once the next call has been")
{
#ifdef SANITIZED
    const int stride = 9; // a start takes thirty times as long
#else
    const int stride = std::getenv("AGENTCLI_NIGHTLY") == nullptr ? 3 : 1;
#endif
    for (const Row& row : rows) {
        Experiment experiment(row);
        int steps = 1;
        while (experiment.kill_after_change(steps))
            steps += stride;
        CHECK(steps > 2);
        CHECK(experiment.left_as_before > 0);
        CHECK(experiment.left_as_after > 0);
        std::printf("%4d steps: %s\n", steps, row.what.c_str());
    }
}

TEST_CASE("killed at any instant, a change is not begun, or done, once the next call has been")
{
#ifdef SANITIZED
    const int kills = 2; // of each row: a start takes thirty times as long
#else
    const int kills = std::getenv("AGENTCLI_NIGHTLY") == nullptr ? 20 : 100;
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
    std::printf("%d kills: %d left all as before, %d as after\n",
        kills * static_cast<int>(rows.size()), before, after);
}

TEST_CASE("killed again while the first half is taken back, it is taken back all the same")
{
    const Row& row = rows[7];
    const Call next {"fs_write_file", write_request("a/next", "")};
    KilledWorkspace workspace;
    const Tree before = workspace.tree();
#ifdef SANITIZED
    constexpr int stride = 15; // a start takes thirty times as long
#else
    constexpr int stride = 3;
#endif
    int pairs = 0;
    for (int first = 1;; ++first) {
        workspace.fill();
        if (!Victim(row.call, workspace.path(), Victim::Traced::yes).run_to_change(first))
            break;
        for (int second = 1;
             Victim(next, workspace.path(), Victim::Traced::yes).run_to_change(second);
             second += stride)
            ++pairs;
        fs::remove(workspace.path() / "a/next");
        Tree left = visible(workspace.tree());
        INFO("killed after change " << first);
        for (const char* path : {"a/one", "a/gone", "a/mode", "b/two"})
            REQUIRE((left.count(path) == before.count(path) && left[path] == before.at(path))
                == (left.count("b/moved") == 0));
    }
    CHECK(pairs > 300 / stride);
}

static Call patch_of_two_files()
{
    return {"apply_patch",
        patch_request(
            "--- a/one\n+++ a/one\n@@ -1,2 +1,2 @@\n 1\n-2\n+two\n--- b/two\n+++ b/two\n@@ -1,2 "
            "+1,2 @@\n 1\n-2\n+two\n")};
}

TEST_CASE("what was changed since the kill is left alone, and the rest is taken back")
{
    const Call patch = patch_of_two_files();
    const Call next {"fs_write_file", write_request("a/next", "")};
    KilledWorkspace workspace;
    const Tree before = workspace.tree();
    int halves = 0;
    for (int step = 1;; ++step) {
        workspace.fill();
        if (!Victim(patch, workspace.path(), Victim::Traced::yes).run_to_change(step))
            break;
        Tree half = workspace.tree();
        if (half["a/one"] == before.at("a/one") || half["b/two"] != before.at("b/two"))
            continue;
        ++halves;
        std::ofstream(workspace.path() / "b/two", std::ios::app) << "mine";
        const std::string mine = workspace.tree()["b/two"];
        REQUIRE(Victim(next, workspace.path(), Victim::Traced::no).wait() == 0);
        Tree left = workspace.tree();
        CHECK(left["a/one"] == before.at("a/one"));
        CHECK(left["b/two"] == mine);
        CHECK(visible(left).size() + (left.count(".agentcli") != 0 ? 1 : 0) == left.size());
    }
    CHECK(halves > 0);
}

TEST_CASE("a directory that one call does not find is put right by the next")
{
    const Call patch = patch_of_two_files();
    KilledWorkspace workspace;
    workspace.fill();
    const Tree before = workspace.tree();
    REQUIRE(Victim(patch, workspace.path(), Victim::Traced::no).wait() == 0);
    const Tree after = workspace.tree();
    int steps = 1;
    for (;; ++steps) {
        workspace.fill();
        if (!Victim(patch, workspace.path(), Victim::Traced::yes).run_to_change(steps))
            break;
        const fs::path directory = workspace.path() / (steps % 2 == 0 ? "a" : "b");
        const fs::path elsewhere = workspace.path() / "elsewhere";
        fs::rename(directory, elsewhere);
        const int kind = steps / 2 % 3;
        if (kind > 0) // as before a file system is mounted
            fs::create_directory(directory);
        if (kind > 1) // with files of the same names
            for (const char* name : {"one", "two"})
                std::ofstream(directory / name) << "of another directory";
        const Call next {"fs_write_file", write_request("next", "")};
        REQUIRE(Victim(next, workspace.path(), Victim::Traced::no).wait() == 0);
        fs::remove_all(directory);
        fs::rename(elsewhere, directory);
        REQUIRE(Victim(next, workspace.path(), Victim::Traced::no).wait() == 0);
        fs::remove(workspace.path() / "next");
        const Tree left = visible(workspace.tree());
        INFO("killed after change " << steps);
        CHECK((left == visible(before) || left == visible(after)));
    }
    CHECK(steps > 5);
}

TEST_CASE("a directory that is gone for good keeps no other from being put right by the third call")
{
    const Call patch = patch_of_two_files();
    const Call next {"fs_write_file", write_request("next", "")};
    KilledWorkspace workspace;
    workspace.fill();
    const Tree before = workspace.tree();
    int halves = 0;
    for (int step = 1;; ++step) {
        workspace.fill();
        if (!Victim(patch, workspace.path(), Victim::Traced::yes).run_to_change(step))
            break;
        Tree half = workspace.tree();
        if (half["a/one"] == before.at("a/one") || half["b/two"] != before.at("b/two"))
            continue;
        ++halves;
        fs::remove_all(workspace.path() / "b");
        for (int call = 0; call < 3; ++call)
            REQUIRE(Victim(next, workspace.path(), Victim::Traced::no).wait() == 0);
        CHECK(workspace.tree()["a/one"] == before.at("a/one"));
    }
    CHECK(halves > 0);
}
