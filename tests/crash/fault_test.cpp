#include "catch.hpp"

#include "crash/victim.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <fstream>

namespace fs = std::filesystem;

// What remains when a system call fails where a plain disk never lets it, and when the tool is
// killed besides.

namespace {

#ifdef SANITIZED
constexpr int stride = 5; // a start takes thirty times as long
#else
constexpr int stride = 1;
#endif

const Call patch {"apply_patch",
    R"({"unifiedDiff":"--- a/one\n+++ b/one\n@@ -1 +1 @@\n-old\n+new\n--- a/two\n+++ b/two\n@@ -1 +1 @@\n-old\n+new\n--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-old\n"})"};
const Call creation {"apply_patch",
    R"({"unifiedDiff":"--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+new\n--- /dev/null\n+++ b/y\n@@ -0,0 +1 @@\n+new\n"})"};
const Call next {"fs_write_file", R"({"path":"next","content":"x"})"};

Call durable(Call call)
{
    call.flags.emplace_back("--durable");
    return call;
}

class Folder {
public:
    Folder()
    {
        std::string name = fs::temp_directory_path() / "fault.XXXXXX";
        root = mkdtemp(name.data());
        fill();
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() { fs::remove_all(root); }

    void fill() const
    {
        for (const auto& entry : fs::directory_iterator(root))
            fs::remove_all(entry);
        for (const char* name : {"one", "two", "gone"})
            std::ofstream(root / name) << "old\n";
    }

    int run(const Call& call, const Fault& fault = {}) const
    {
        return Victim(call, root, Victim::Traced::yes).run_to_end(fault);
    }

    // What is left once the next call has been.
    Tree settled(const Fault& fault = {}) const
    {
        REQUIRE(run(next, fault) == 0);
        fs::remove(root / "next");
        if (!has_journal())
            fs::remove(root / ".agentcli/journal"); // empty directories may stay
        REQUIRE_FALSE(has_journal());
        fs::remove(root / ".agentcli");
        return tree_of(root);
    }

    Tree tree() const { return tree_of(root); }
    bool has_journal() const
    {
        return fs::exists(root / ".agentcli/journal") && !fs::is_empty(root / ".agentcli/journal");
    }
    const fs::path& path() const { return root; }

private:
    fs::path root;
};

// What is written to stderr while it lives.
class Errors {
public:
    Errors() { dup2(file, STDERR_FILENO); }
    Errors(const Errors&) = delete;
    Errors& operator=(const Errors&) = delete;
    ~Errors()
    {
        dup2(before, STDERR_FILENO);
        close(before);
        close(file);
    }

    std::string text() const
    {
        std::string text(4096, '\0');
        const ssize_t size = pread(file, text.data(), text.size(), 0);
        text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
        return text;
    }

private:
    int before = dup(STDERR_FILENO);
    int file = memfd_create("errors", MFD_CLOEXEC);
};

// NFS makes of flock() locks of ranges: an exclusive one takes a descriptor that is open to write.
std::optional<int> as_on_nfs(const SystemCall& call)
{
    if (call.number != SYS_flock || call.is_directory(0))
        return std::nullopt;
    const bool can_write = (call.flags_of(0) & O_ACCMODE) != O_RDONLY;
    return (call.arguments[1] & LOCK_EX) != 0 && !can_write ? std::optional(-EBADF) : std::nullopt;
}

bool is_rename(const SystemCall& call)
{
#ifdef SYS_renameat
    if (call.number == SYS_renameat)
        return true;
#endif
    return call.number == SYS_renameat2;
}

// From the call with this number on, counted from 1.
Fault from_the(int first, bool (*is_meant)(const SystemCall&), int error)
{
    return [=, count = 0](const SystemCall& call) mutable {
        return is_meant(call) && ++count >= first ? std::optional(-error) : std::nullopt;
    };
}

}

TEST_CASE("on NFS a patch that was killed is taken back")
{
    const Folder folder;
    const Tree before = folder.tree();
    int halves = 0;
    for (int step = 1;; ++step) {
        folder.fill();
        if (!Victim(patch, folder.path(), Victim::Traced::yes).run_to_change(step, as_on_nfs))
            break;
        Tree half = folder.tree();
        if (half["one"] == before.at("one") || half["two"] != before.at("two"))
            continue;
        ++halves;
        CHECK(folder.settled(as_on_nfs) == before);
    }
    CHECK(halves > 0);
}

TEST_CASE("on NFS an output that is being written stays")
{
    const Folder folder;
    const fs::path outputs = folder.path() / ".agentcli/output";
    fs::create_directories(outputs);
    for (const char* name : {"0123456789abcdef.stdout", "0123456789abcdee.stdout"})
        std::ofstream(outputs / name) << std::string(8192, 'x');
    std::FILE* const busy = std::fopen((outputs / "0123456789abcdef.stdout").c_str(), "a");
    REQUIRE(busy != nullptr);
    REQUIRE(flock(fileno(busy), LOCK_EX) == 0);
    const Call command {
        "exec", R"({"cmd":"seq","args":["1000"],"maxOutputBytes":100})", {"--max-kept-bytes=1"}};
    CHECK(folder.run(command, as_on_nfs) == 0);
    CHECK(fs::exists(outputs / "0123456789abcdef.stdout"));
    CHECK_FALSE(fs::exists(outputs / "0123456789abcdee.stdout"));
    std::fclose(busy);
}

TEST_CASE("what could not be taken back keeps its journal, and the next call takes it back")
{
    const Folder folder;
    const Tree before = folder.tree();
    const int first = GENERATE(2, 3);
    Errors errors;
    CHECK(folder.run(patch, from_the(first, is_rename, EIO)) == 1);
    const std::string named
        = first == 2 ? "; 'gone' could not" : " and 1 more could not be put back";
    CHECK(errors.text().find(named) != std::string::npos);
    CHECK(errors.text().find("could not be put back") != std::string::npos);
    CHECK(folder.tree() != before);
    CHECK(folder.has_journal());
    CHECK(folder.settled() == before);
}

TEST_CASE(
    "a tree that is removed in part, and can't have its name back, is removed by the next call")
{
    const Folder folder;
    const Tree before = folder.tree();
    fs::create_directory(folder.path() / "tree");
    std::ofstream(folder.path() / "tree/file") << "x";
    const Fault fault = [is_hidden = false](const SystemCall& call) mutable -> std::optional<int> {
        const bool fails = (is_rename(call) && is_hidden)
            || (call.number == SYS_unlinkat && call.text(1) == "file");
        is_hidden = is_hidden || is_rename(call);
        return fails ? std::optional(-EIO) : std::nullopt;
    };
    CHECK(folder.run({"fs_rm", R"({"path":"tree","recursive":true})"}, fault) == 1);
    CHECK(folder.has_journal());
    CHECK(folder.settled() == before);
}

TEST_CASE(
    "killed while a change is taken back because its end could not be written, it is not a half")
{
    const Folder folder;
    REQUIRE(folder.run(patch) == 0);
    const Tree after = folder.settled();
    folder.fill();
    const Tree before = folder.tree();
    const auto is_sync_of_journal = [](const SystemCall& call) {
        return call.number == SYS_fdatasync
            && call.path_of(0).parent_path().filename() == "journal";
    };
    int steps = 0;
    for (;; steps += stride) {
        folder.fill();
        const Fault fault = from_the(3, is_sync_of_journal, EIO); // planned, prepared, done
        if (!Victim(durable(patch), folder.path(), Victim::Traced::yes)
                 .run_to_change(steps + 1, fault))
            break;
        INFO("killed after change " << steps + 1);
        const Tree left = folder.settled();
        REQUIRE((left == before || left == after));
    }
    CHECK(folder.tree() == before);
    CHECK(steps > 20);
}

TEST_CASE("a directory that is not written through to the disk is an error with --durable")
{
    const auto is_sync_of_directory
        = [](const SystemCall& call) { return call.number == SYS_fsync && call.is_directory(0); };
    const Folder folder;
    const Tree before = folder.tree();
    for (const Call& plain : {patch, creation, next, Call {"fs_rm", R"({"path":"one"})"},
             Call {"fs_mkdirp", R"({"path":"a/b"})"},
             Call {"fs_move", R"({"from":"one","to":"three"})"}}) {
        INFO(plain.tool);
        folder.fill();
        CHECK(folder.run(durable(plain), from_the(1, is_sync_of_directory, EIO)) == 1);
        if (plain.tool == "apply_patch" || plain.tool == "fs_write_file")
            CHECK(folder.settled() == before);
        folder.fill();
        // To a file system that has nothing to write for a directory.
        CHECK(folder.run(durable(plain), from_the(1, is_sync_of_directory, EINVAL)) == 0);
    }
}

TEST_CASE("the temporary name of a created file goes, or its journal stays")
{
    // A file system that can't rename to a free name alone.
    const bool is_for_good = GENERATE(false, true);
    const Folder folder;
    const Fault fault = [=, count = 0](const SystemCall& call) mutable -> std::optional<int> {
        if (call.number == SYS_renameat2 && call.arguments[4] != 0)
            return -EINVAL;
        if (call.number != SYS_unlinkat || !call.text(1).ends_with("-1")
            || (count++ > 0 && !is_for_good))
            return std::nullopt;
        return -EIO;
    };
    CHECK(folder.run(creation, fault) == 0);
    CHECK(folder.has_journal() == is_for_good);
    Tree left = folder.settled();
    CHECK(left.count("x") + left.count("y") == 2);
    CHECK(left.size() == 5);
}

TEST_CASE("killed between two spellings of a name, a file has the old one or the new")
{
    // As where cases are folded: two names lead to one file, a listing has not both, and the one
    // goes with the other.
    const Folder folder;
    const Call call {"fs_move", R"({"from":"one","to":"ONE"})"};
    const Fault folding = [&](const SystemCall& call) -> std::optional<int> {
        if (is_rename(call) && call.text(1) == "one")
            fs::remove(folder.path() / "ONE");
        const bool is_listing = call.number == SYS_getdents64 && call.path_of(0) == folder.path();
        return is_listing ? std::optional(0) : std::nullopt;
    };
    const auto begin = [&] {
        folder.fill();
        fs::create_hard_link(folder.path() / "one", folder.path() / "ONE");
    };
    begin();
    REQUIRE(folder.run(call, folding) == 0);
    CHECK(fs::exists(folder.path() / "ONE"));
    int restored = 0;
    for (int step = 1;; ++step) {
        begin();
        if (!Victim(call, folder.path(), Victim::Traced::yes).run_to_change(step, folding))
            break;
        const bool is_between
            = !fs::exists(folder.path() / "one") && !fs::exists(folder.path() / "ONE");
        const Tree left = folder.settled();
        INFO("killed after change " << step);
        CHECK(left.count("one") + left.count("ONE") > 0);
        CHECK(left.size() == 2 + left.count("one") + left.count("ONE"));
        restored += is_between && left.count("one") != 0 ? 1 : 0;
    }
    CHECK(restored > 0);
}

TEST_CASE("attributes that can't be listed are named as not kept")
{
    const Folder folder;
    const int error = GENERATE(EIO, EPERM, EOPNOTSUPP);
    std::string answer;
    const Fault fault = [&](const SystemCall& call) -> std::optional<int> {
        if (call.number == SYS_write && call.arguments[0] == STDOUT_FILENO)
            answer += call.text(1);
        return call.number == SYS_flistxattr ? std::optional(-error) : std::nullopt;
    };
    CHECK(folder.run({"fs_write_file", R"({"path":"one","content":"x"})"}, fault) == 0);
    const bool is_named = answer.find(R"("notKept":["attributes"])") != std::string::npos;
    CHECK(is_named == (error != EOPNOTSUPP));
}

TEST_CASE("a call removes .agentcli if it made it, and nobody relies on it")
{
    const Folder folder;
    const fs::path home = folder.path() / ".agentcli";
    CHECK(folder.run(patch) == 0);
    CHECK_FALSE(fs::exists(home));
    // As exec does, which protects it by a mount.
    folder.fill();
    int lock = -1;
    const Fault relying = [&](const SystemCall& call) -> std::optional<int> {
        if (is_rename(call) && lock < 0) {
            lock = open(home.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
            CHECK(flock(lock, LOCK_SH | LOCK_NB) == 0);
        }
        return std::nullopt;
    };
    CHECK(folder.run(patch, relying) == 0);
    CHECK(fs::is_empty(home));
    close(lock);
    // Nor one that was there before.
    CHECK(folder.run(creation) == 0);
    CHECK(fs::is_empty(home));
    folder.fill();
    Victim(patch, folder.path(), Victim::Traced::yes).run_to_change(8);
    REQUIRE(folder.has_journal());
    CHECK(folder.run(next) == 0);
    CHECK(fs::is_empty(home));
}

TEST_CASE("on an overlay a patch of hard-linked files of a lower layer, killed after any step, "
          "leaves nothing")
{
    const Folder disk;
    if (unshare(CLONE_NEWNS) != 0 || mount("", "/", "", MS_REC | MS_PRIVATE, "") != 0
        || mount("tmpfs", disk.path().c_str(), "tmpfs", 0, "size=4m") != 0) {
        WARN("skipped: mounting needs root");
        return;
    }
    int steps = 0;
    for (bool is_killed = true; is_killed; steps += stride) {
        for (const char* name : {"lower", "upper", "work", "merged"}) {
            fs::remove_all(disk.path() / name);
            fs::create_directory(disk.path() / name);
        }
        for (const char* name : {"one", "two", "gone"}) {
            std::ofstream(disk.path() / "lower" / name) << "old\n";
            fs::create_hard_link(
                disk.path() / "lower" / name, disk.path() / "lower" / (std::string(name) + "-too"));
        }
        const fs::path merged = disk.path() / "merged";
        const std::string layers = "lowerdir=" + (disk.path() / "lower").string() + ",upperdir="
            + (disk.path() / "upper").string() + ",workdir=" + (disk.path() / "work").string();
        if (mount("overlay", merged.c_str(), "overlay", 0, layers.c_str()) != 0) {
            WARN("skipped: no overlay can be mounted");
            break;
        }
        is_killed = Victim(patch, merged, Victim::Traced::yes).run_to_change(steps + 1);
        INFO("killed after change " << steps + 1);
        CHECK(Victim(next, merged, Victim::Traced::no).wait() == 0);
        Tree left = tree_of(merged);
        const bool is_before = left.count("gone") != 0;
        CHECK(left.size() - left.count(".agentcli") - left.count(".agentcli/journal")
            == (is_before ? 7 : 6));
        CHECK((left["one"] == left["one-too"]) == is_before);
        CHECK((left["two"] == left["two-too"]) == is_before);
        umount(merged.c_str());
    }
    umount(disk.path().c_str());
    CHECK(steps > 0);
}
