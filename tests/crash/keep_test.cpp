#include "catch.hpp"

#include "crash/victim.hpp"

#include <cstdlib>
#include <unistd.h>

#include <fstream>

namespace fs = std::filesystem;

// Killed after each of its steps, a call that keeps what it replaces leaves a change that can be
// undone exactly, or one without a step; never a step that undoes wrongly.

namespace {

const std::vector<std::string> keep {"--keep-undo=1000000"};
const Call undo_last {"fs_undo", "{}", keep};

// clang-format off
const std::vector<Call> changes {
    {"fs_write_file", R"({"path":"a/one","content":"new"})", keep},
    {"fs_write_file", R"({"path":"new/dir/file","content":"new","makeParents":true})", keep},
    {"apply_patch", R"({"unifiedDiff":"*** Begin Patch\n*** Update File: a/one\n@@\n-1\n+one\n*** Delete File: a/gone\n*** Add File: new/file\n+new\n*** End Patch\n"})", keep},
    {"apply_patch", R"({"unifiedDiff":"*** Begin Patch\n*** Update File: a/one\n*** Move to: a/one/deep/file\n@@\n-1\n+one\n*** Delete File: tree/deep/leaf\n*** Add File: tree\n+new\n*** End Patch\n"})", keep},
    {"fs_rm", R"({"path":"tree","recursive":true})", keep},
    {"fs_rm", R"({"path":"a/one"})", keep},
    {"fs_move", R"({"from":"a/one","to":"a/gone","overwrite":true})", keep},
    {"fs_mkdirp", R"({"path":"x/y"})", keep},
};
// clang-format on

class KeptWorkspace {
public:
    KeptWorkspace()
    {
        std::string name = fs::temp_directory_path() / "keep.XXXXXX";
        path = mkdtemp(name.data());
        fill();
    }
    KeptWorkspace(const KeptWorkspace&) = delete;
    KeptWorkspace& operator=(const KeptWorkspace&) = delete;
    ~KeptWorkspace() { fs::remove_all(path); }

    void fill() const
    {
        for (const auto& entry : fs::directory_iterator(path))
            fs::remove_all(entry);
        fs::create_directories(path / "tree/deep");
        fs::create_directories(path / "a");
        std::ofstream(path / "a/one") << "1\n2\n";
        std::ofstream(path / "a/gone") << "gone\n";
        std::ofstream(path / "tree/deep/leaf") << "leaf";
    }

    // Without what is ours, and without the empty directories that a killed change may leave.
    Tree seen() const
    {
        Tree seen;
        for (const auto& [name, text] : tree_of(path))
            if (!is_hidden(name))
                seen[name] = text;
        if (seen.count("new/file") == 0 && seen.count("new/dir/file") == 0) {
            seen.erase("new/dir");
            seen.erase("new");
        }
        return seen;
    }

    int run(const Call& call) const { return Victim(call, path, Victim::Traced::no).wait(); }

    // Something that recovers a half, and is a step of its own; gone again.
    void call_next() const
    {
        REQUIRE(run({"fs_write_file", R"({"path":"next","content":""})", keep}) == 0);
        REQUIRE(run(undo_last) == 0);
    }

    fs::path path;
};

#ifdef SANITIZED
const int steps_at_once = 5; // a start takes thirty times as long
#else
const int steps_at_once = std::getenv("AGENTCLI_NIGHTLY") == nullptr ? 3 : 1;
#endif

}

TEST_CASE("a change that is killed is undone exactly, or is no step")
{
    const KeptWorkspace workspace;
    const Tree before = workspace.seen();
    for (const Call& change : changes) {
        workspace.fill();
        REQUIRE(workspace.run(change) == 0);
        const Tree after = workspace.seen();
        int undone = 0;
        int left = 0;
        for (int step = 1;; step += steps_at_once) {
            workspace.fill();
            const bool is_killed
                = Victim(change, workspace.path, Victim::Traced::yes).run_to_change(step);
            INFO(change.tool << " " << change.request << " killed after change " << step);
            workspace.call_next();
            const Tree found = workspace.seen();
            REQUIRE((found == before || found == after));
            REQUIRE(workspace.run(undo_last) == 0);
            const Tree now = workspace.seen();
            REQUIRE((now == before || now == found));
            (now == before ? undone : left) += 1;
            // Nothing is kept that no line names.
            for (const auto& [name, text] : tree_of(workspace.path / ".agentcli/undo"))
                REQUIRE(name.rfind("-tmp-") == std::string::npos);
            if (!is_killed)
                break;
        }
        CHECK(undone > 0);
    }
}

TEST_CASE("an undo that is killed has undone all of its steps, or none")
{
    const KeptWorkspace workspace;
    const Call undo {"fs_undo", R"({"last":2})", keep};
    const auto prepare = [&] {
        workspace.fill();
        REQUIRE(workspace.run(changes[2]) == 0);
        REQUIRE(
            workspace.run({"fs_write_file", R"({"path":"a/one","content":"newer"})", keep}) == 0);
    };
    const Tree before = workspace.seen();
    prepare();
    const Tree after = workspace.seen();
    for (int step = 1;; step += steps_at_once) {
        prepare();
        const bool is_killed
            = Victim(undo, workspace.path, Victim::Traced::yes).run_to_change(step);
        INFO("killed after change " << step);
        workspace.call_next();
        const Tree found = workspace.seen();
        REQUIRE((found == before || found == after));
        // Once more: it is undone, or a conflict changes nothing.
        const int status = workspace.run(undo);
        const Tree now = workspace.seen();
        REQUIRE((status == 0 ? now == before || found == before : now == found));
        if (!is_killed)
            break;
    }
}
