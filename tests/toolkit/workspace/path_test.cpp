#include "catch.hpp"

#include "toolkit/workspace/path.hpp"

#include <filesystem>
#include <fstream>
#include <string>

using namespace toolkit::system;
using namespace toolkit::workspace;

namespace {

struct LinkedTree {
    LinkedTree()
    {
        std::filesystem::create_directories(path / "dir/sub");
        std::ofstream(path / "dir/file") << "text";
        for (const auto& [target, name] : {std::pair<std::string, const char*> {"dir", "link"},
                 {"dir/file/", "slash"}, {"dir/.", "dot"}, {path / "dir/sub", "absolute"},
                 {path, "root"}, {"link/sub/../file", "up"}, {"gone/x/", "dangling"},
                 {"gone/../dir", "through_gone"}, {"..", "out"}, {"/etc", "far"}, {"loop", "loop"},
                 {"dangling/../y", "back"}, {"/proc/self/root", "magic"}})
            std::filesystem::create_symlink(target, path / name);
    }
    ~LinkedTree() { std::filesystem::remove_all(path); }
    LinkedTree(const LinkedTree&) = delete;
    LinkedTree& operator=(const LinkedTree&) = delete;

    std::filesystem::path path {[] {
        std::string name = std::filesystem::temp_directory_path() / "path.XXXXXX";
        return std::filesystem::canonical(mkdtemp(name.data()));
    }()};
};

// The path, the links on the way after it; or the error.
std::string walked(const Workspace& workspace, const std::string& path, LastLink last_link)
{
    std::vector<std::string> followed;
    std::string result;
    try {
        result = resolve_by_walking(workspace, path, last_link, &followed);
    } catch (const ToolError& error) {
        result = error.code == Code::outside_workspace ? "outside"
            : error.code == Code::not_a_directory      ? "no directory"
                                                       : "not found";
    }
    for (const auto& link : followed)
        result += " " + link;
    return result;
}

}

TEST_CASE("a path is resolved by its links, and names that do not exist are kept")
{
    const LinkedTree tree;
    WorkspaceOptions options;
    options.root = tree.path;
    const Workspace workspace(options);
    const struct {
        const char* path;
        const char* followed;
        const char* kept;
    } rows[] = {
        {".", ".", "."},
        {"dir/file", "dir/file", "dir/file"},
        {"dir/file/", "dir/file", "dir/file"},
        {"link", "dir link", "link"},
        {"link/", "dir link", "link"},
        {"link/.", "dir link", "link"},
        {"./link//file", "dir/file link", "dir/file link"},
        {"link/..", ". link", ". link"},
        {"dir/sub/../../link/sub", "dir/sub link", "dir/sub link"},
        {"slash", "dir/file slash", "slash"},
        {"dot", "dir dot", "dot"},
        {"dot/sub", "dir/sub dot", "dir/sub dot"},
        {"absolute", "dir/sub absolute", "absolute"},
        {"absolute/../file", "dir/file absolute", "dir/file absolute"},
        {"root", ". root", "root"},
        {"root/link/new", "dir/new root link", "dir/new root link"},
        {"up", "dir/file up link", "up"},
        {"new", "new", "new"},
        {"link/new/deep/file", "dir/new/deep/file link", "dir/new/deep/file link"},
        {"new/./x", "new/x", "new/x"},
        {"new/..", "not found", "not found"},
        {"dangling", "gone/x dangling", "dangling"},
        {"dangling/y", "gone/x/y dangling", "gone/x/y dangling"},
        {"through_gone", "not found through_gone", "through_gone"},
        {"back", "not found back dangling", "back"},
        {"dir/file/x", "no directory", "no directory"},
        {"dir/file/..", "no directory", "no directory"},
        {"slash/x", "no directory slash", "no directory slash"},
        {"..", "outside", "outside"},
        {"dir/../..", "outside", "outside"},
        {"link/../../x", "outside link", "outside link"},
        {"out", "outside out", "out"},
        {"far/passwd", "outside far", "outside far"},
        {"magic", "outside magic", "magic"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.path);
        CHECK(walked(workspace, row.path, LastLink::followed) == row.followed);
        CHECK(walked(workspace, row.path, LastLink::kept) == row.kept);
    }
    CHECK(walked(workspace, "loop", LastLink::followed).starts_with("not found loop loop"));
    CHECK(walked(workspace, "loop", LastLink::kept) == "loop");
}
