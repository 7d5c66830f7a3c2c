#include "catch.hpp"

#include "crash/victim.hpp"

#include <sys/syscall.h>

#include <cerrno>
#include <fstream>
#include <iterator>
#include <random>

namespace fs = std::filesystem;

// A patch that is killed while it is carried out or takes itself back, another call that is killed
// while it recovers, and something else that changes the workspace in between: whatever happens,
// each old file has its name or a temporary one that a journal names, and nothing else changes.

namespace {

using Contents = std::map<std::string, std::string>;

const Contents old_files {{"a", "old a\n"}, {"d/k", "old k\n"}, {"d/l", "old l\n"},
    {"mode", "old mode\n"}, {"text", "old text\n"}, {"gone", "old gone\n"}, {"from", "old from\n"}};

const std::string plain_part = R"(diff --git a/mode b/mode
old mode 100644
new mode 100755
--- a/mode
+++ b/mode
@@ -1 +1 @@
-old mode
+new mode
--- a/gone
+++ /dev/null
@@ -1 +0,0 @@
-old gone
diff --git a/from b/to/there
similarity index 50%
rename from from
rename to to/there
--- a/from
+++ b/to/there
@@ -1 +1 @@
-old from
+new there
--- a/text
+++ b/text
@@ -1 +1 @@
-old text
+new text
)";
const std::string part_of_kinds = R"(--- a/a
+++ /dev/null
@@ -1 +0,0 @@
-old a
--- /dev/null
+++ b/a/in
@@ -0,0 +1 @@
+new in
--- /dev/null
+++ b/a/deep/in
@@ -0,0 +1 @@
+new deep
--- a/d/k
+++ /dev/null
@@ -1 +0,0 @@
-old k
--- a/d/l
+++ /dev/null
@@ -1 +0,0 @@
-old l
--- /dev/null
+++ b/d
@@ -0,0 +1 @@
+new d
)";

Call call_of(const std::string& diff)
{
    std::string text;
    for (const char letter : diff)
        text += letter == '\n' ? std::string("\\n") : std::string(1, letter);
    return {"apply_patch", R"({"unifiedDiff":")" + text + "\"}"};
}

const Call any_change {"fs_mkdirp", R"({"path":"other"})"};

std::string content_of(const fs::path& path)
{
    if (!fs::is_regular_file(path))
        return "";
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void put(const fs::path& path, const std::string& content)
{
    fs::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << content;
}

bool is_temporary(const fs::path& name) { return name.string().starts_with(".agentcli-tmp-"); }

// A journal leaves out the end of the second temporary name.
std::string in_journal(const std::string& name)
{
    return name.ends_with("-old") ? name.substr(0, name.size() - 4) : name;
}

class UndoneWorkspace {
public:
    UndoneWorkspace()
    {
        std::string name = fs::temp_directory_path() / "undo.XXXXXX";
        root = mkdtemp(name.data());
    }
    UndoneWorkspace(const UndoneWorkspace&) = delete;
    UndoneWorkspace& operator=(const UndoneWorkspace&) = delete;
    ~UndoneWorkspace() { fs::remove_all(root); }

    void fill() const
    {
        for (const auto& entry : fs::directory_iterator(root))
            fs::remove_all(entry);
        for (const auto& [path, content] : old_files)
            put(root / path, content);
        put(root / "keep", "keep\n");
    }

    bool run_to_change(const Call& call, int count, const Fault& fault) const
    {
        return Victim(call, root, Victim::Traced::yes).run_to_change(count, fault);
    }

    int run(const Call& call, const Fault& fault) const
    {
        return Victim(call, root, Victim::Traced::yes).run_to_end(fault);
    }

    // All that is not of the tools, without the directory that the next call makes.
    Tree seen() const
    {
        Tree seen;
        for (const auto& [path, text] : tree_of(root))
            if (!is_hidden(path) && path != "other")
                seen[path] = text;
        return seen;
    }

    std::string journals() const
    {
        std::string text;
        if (fs::exists(root / ".agentcli/journal"))
            for (const auto& entry : fs::directory_iterator(root / ".agentcli/journal"))
                text += content_of(entry);
        return text;
    }

    // Does a journal say that all is in place?
    bool is_done() const
    {
        return journals().find(std::string("\0done\0", 6)) != std::string::npos;
    }

    bool has_temporaries() const
    {
        for (const auto& entry : fs::recursive_directory_iterator(root))
            if (is_temporary(entry.path().filename()))
                return true;
        return false;
    }

    // Under its name, or a temporary one that a journal names.
    bool has_old(const std::string& path) const
    {
        const std::string& content = old_files.at(path);
        if (content_of(root / path) == content)
            return true;
        const std::string named = journals();
        for (const auto& entry : fs::recursive_directory_iterator(root))
            if (entry.is_regular_file() && content_of(entry) == content)
                for (const auto& name : entry.path().lexically_relative(root))
                    if (is_temporary(name) && named.find(in_journal(name)) != std::string::npos)
                        return true;
        return false;
    }

    const fs::path& path() const { return root; }

private:
    fs::path root;
};

// What something else does to a new entry; nothing if that is not there.
class Other {
public:
    explicit Other(const fs::path& root)
        : root(root)
    {
    }

    bool act(int number)
    {
        static constexpr const char* files[]
            = {"a/in", "a/deep/in", "d", "mode", "text", "to/there"};
        static constexpr const char* directories[] = {"a", "a/deep", "to"};
        const int of_file = number / 3;
        if (of_file < 6)
            return act_on(files[of_file], number % 3, false);
        if (of_file < 9)
            return act_on(directories[of_file - 6], number % 3, true);
        if (fs::exists(root / "gone"))
            return false;
        return write("gone", "mine\n");
    }
    static constexpr int most = 28;

    const Contents& mine() const { return files_of_mine; }

private:
    bool write(const std::string& path, const std::string& content)
    {
        put(root / path, content);
        files_of_mine[path] = content;
        return true;
    }

    bool act_on(const std::string& path, int what, bool is_directory)
    {
        const fs::path entry = root / path;
        const bool is_new = is_directory
            ? fs::is_directory(entry)
            : fs::is_regular_file(entry) && content_of(entry).starts_with("new ");
        if (!is_new)
            return false;
        if (what == 0)
            return is_directory ? write(path + "/mine", "mine\n") : write(path, "edited by me\n");
        if (what == 2)
            return fs::remove_all(entry) > 0;
        fs::rename(entry, root / "elsewhere");
        if (!is_directory)
            files_of_mine["elsewhere"] = content_of(root / "elsewhere");
        else
            for (const auto& file : fs::recursive_directory_iterator(root / "elsewhere"))
                if (file.is_regular_file() && !is_hidden(file.path()))
                    files_of_mine[file.path().lexically_relative(root)] = content_of(file);
        return true;
    }

    fs::path root;
    Contents files_of_mine;
};

bool is_rename_in_place(const SystemCall& call) { return call.number == SYS_renameat2; }

bool is_flagged_rename(const SystemCall& call)
{
    return call.number == SYS_renameat2 && call.arguments[4] != 0;
}

class UndoExperiment {
public:
    UndoExperiment(bool can_exchange, unsigned seed)
        : call(call_of(can_exchange ? part_of_kinds + plain_part : plain_part))
        , can_exchange(can_exchange)
        , random(seed)
    {
        workspace.fill();
        before = workspace.seen();
        REQUIRE(workspace.run(call, fault_of_system()) == 0);
        after = workspace.seen();
        REQUIRE(before != after);
        for (steps = 1;; ++steps) {
            workspace.fill();
            if (!workspace.run_to_change(call, steps, failing(3)))
                break;
        }
    }

    void run(int round)
    {
        workspace.fill();
        const int first_failure = up_to(3) == 0 ? 0 : up_to(12);
        const bool stays_broken = up_to(2) == 0;
        const int step = 1 + up_to(steps);
        const bool was_killed = workspace.run_to_change(call, step,
            first_failure == 0 ? fault_of_system() : failing(first_failure, stays_broken));
        Other other(workspace.path());
        bool has_acted = false;
        const bool is_done
            = workspace.is_done() || (workspace.journals().empty() && workspace.seen() == after);
        const int recoveries = up_to(3); // a third one that is killed would be the last
        const int acts_before = up_to(4);
        std::string what = "round " + std::to_string(round) + ": failing from "
            + std::to_string(first_failure) + (stays_broken ? " on" : " once") + ", killed "
            + std::to_string(was_killed ? step : 0);
        for (int recovery = 0; recovery <= recoveries; ++recovery) {
            if (acts_before == recovery && !is_done) {
                int act = 0;
                for (int tries = 0; tries < Other::most && !has_acted; ++tries)
                    has_acted = other.act(act = up_to(Other::most));
                what += has_acted ? ", then other act " + std::to_string(act) : "";
            }
            if (recovery < recoveries) {
                const int at = 1 + up_to(15);
                workspace.run_to_change(any_change, at, fault_of_system());
                fs::remove(workspace.path() / "other");
                what += ", then killed at " + std::to_string(at);
            }
        }
        INFO(what);
        acted += has_acted ? 1 : 0;
        check(has_acted ? &other : nullptr, is_done);
    }

    int acted = 0;
    int undone = 0;

    // Killed at each step in turn, also of what it undoes once the change with this number fails.
    void kill_at_each_step(int first_failure)
    {
        for (int step = 1;; step += stride) {
            workspace.fill();
            if (!workspace.run_to_change(call, step, failing(first_failure)))
                break;
            INFO("failing at " << first_failure << ", killed after change " << step);
            check(nullptr,
                workspace.is_done() || (workspace.journals().empty() && workspace.seen() == after));
        }
    }

    // The undo can't rename anything from the start.
    void break_undo(int first_failure)
    {
        workspace.fill();
        CHECK(workspace.run(call, failing(first_failure, true)) == 1);
        INFO("failing from " << first_failure << " on");
        check(nullptr, false);
    }

#ifdef SANITIZED
    static constexpr int stride = 11; // a start takes thirty times as long
#else
    static constexpr int stride = 1;
#endif

private:
    int up_to(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random); }

    Fault fault_of_system() const
    {
        if (can_exchange)
            return {};
        return [](const SystemCall& call) {
            return is_flagged_rename(call) ? std::optional(-EINVAL) : std::nullopt;
        };
    }

    Fault failing(int first, bool stays_broken = false) const
    {
        return [=, system = fault_of_system(), count = 0](
                   const SystemCall& call) mutable -> std::optional<int> {
            if (is_rename_in_place(call)) {
                ++count;
                if (count == first || (stays_broken && count > first))
                    return -EIO;
            }
            return system ? system(call) : std::nullopt;
        };
    }

    void check(const Other* other, bool is_done)
    {
        for (int call = 0; call < (other == nullptr ? 1 : 4); ++call) {
            REQUIRE(workspace.run(any_change, fault_of_system()) == 0);
            fs::remove(workspace.path() / "other");
        }
        const Tree left = workspace.seen();
        for (const auto& [path, text] : left)
            UNSCOPED_INFO("left: " << path << " " << text);
        CHECK(content_of(workspace.path() / "keep") == "keep\n");
        if (other == nullptr) {
            REQUIRE((left == before || left == after));
            REQUIRE_FALSE(workspace.has_temporaries());
        }
        if (is_done)
            REQUIRE(left == after);
        undone += left == before ? 1 : 0;
        if (left == after)
            return;
        for (const auto& [path, content] : old_files) {
            INFO("the old " << path);
            REQUIRE(workspace.has_old(path));
        }
        if (other == nullptr)
            return;
        for (const auto& [path, content] : other->mine()) {
            INFO("the other's " << path);
            REQUIRE(content_of(workspace.path() / path) == content);
        }
    }

    UndoneWorkspace workspace;
    Call call;
    bool can_exchange;
    std::mt19937 random;
    Tree before, after;
    int steps = 0;
};

}

TEST_CASE("killed while it is undone, by itself or the next call, no old file is ever lost")
{
#ifdef SANITIZED
    constexpr int rounds = 10; // a start takes thirty times as long
#else
    constexpr int rounds = 60;
#endif
    const bool can_exchange = GENERATE(true, false);
    constexpr unsigned seed = 14;
    UndoExperiment experiment(can_exchange, seed);
    for (int round = 0; round < rounds; ++round)
        experiment.run(round);
    CHECK(experiment.undone > 0);
    CHECK(experiment.acted > 0);
    std::printf("%d rounds: %d left all as before, %d times something else had changed it\n",
        rounds, experiment.undone, experiment.acted);
}

TEST_CASE("killed at each step of its undo, a patch is not begun once the next call has been")
{
    UndoExperiment experiment(true, 0);
    experiment.kill_at_each_step(6);
    CHECK(experiment.undone > 25 / UndoExperiment::stride);
}

TEST_CASE("what can't be renamed back stays, and the next call puts it back")
{
    UndoExperiment experiment(true, 0);
    for (int first_failure = 4; first_failure < 10; ++first_failure)
        experiment.break_undo(first_failure);
    CHECK(experiment.undone == 6);
}

TEST_CASE("without an exchange of names a killed patch leaves no temporary name")
{
    UndoExperiment experiment(false, 0);
    experiment.kill_at_each_step(0);
    CHECK(experiment.undone > 20 / UndoExperiment::stride);
}

TEST_CASE("the journal of what can't be put right is kept after three calls")
{
    const UndoneWorkspace workspace;
    const Call patch = call_of(part_of_kinds + plain_part);
    int kept = 0;
    for (int step = 1;; step += UndoExperiment::stride) {
        workspace.fill();
        if (!workspace.run_to_change(patch, step, {}))
            break;
        if (!fs::is_directory(workspace.path() / "a"))
            continue;
        if (workspace.is_done())
            break;
        fs::rename(workspace.path() / "d", workspace.path() / "renamed");
        put(workspace.path() / "a/mine", "mine\n");
        const bool has_old = workspace.has_old("a");
        for (int call = 0; call < 3; ++call) {
            REQUIRE(workspace.run(any_change, {}) == 0);
            fs::remove(workspace.path() / "other");
        }
        INFO("killed after change " << step);
        CHECK(workspace.has_old("a") == has_old);
        CHECK(content_of(workspace.path() / "a/mine") == "mine\n");
        for (const auto& entry : fs::directory_iterator(workspace.path() / ".agentcli/journal"))
            kept += entry.path().filename().string().starts_with("kept") ? 1 : 0;
    }
    CHECK(kept > 3 / UndoExperiment::stride);
}
