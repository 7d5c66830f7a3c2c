#include "catch.hpp"

#include "toolkit/workspace/nearest_path.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace toolkit::workspace;

namespace {

// A directory of its own that is gone afterwards.
class NearbyFiles {
public:
    NearbyFiles() { REQUIRE(mkdtemp(name.data()) != nullptr); }

    NearbyFiles(const NearbyFiles&) = delete;
    NearbyFiles& operator=(const NearbyFiles&) = delete;

    ~NearbyFiles()
    {
        std::error_code ignored;
        std::filesystem::remove_all(name, ignored);
    }

    void add(const std::string& path) const
    {
        const std::filesystem::path place = std::filesystem::path(name) / path;
        std::filesystem::create_directories(place.parent_path());
        std::ofstream(place) << path;
    }

    std::string nearest(const std::string& path) const
    {
        WorkspaceOptions options;
        options.root = name;
        return nearest_path(Workspace(options), path).value_or("none");
    }

    std::string name = std::filesystem::temp_directory_path() / "nearest-XXXXXX";
};

}

TEST_CASE("a path that does not exist leads to the one that is meant")
{
    const NearbyFiles files;
    for (const char* path : {"src/main.py", "src/core/lexer.cpp", "docs/index.md", "README.md"})
        files.add(path);
    std::filesystem::create_symlink("..", files.name + "/out");
    struct Row {
        const char* path;
        const char* nearest;
    };
    for (const auto& row : {Row {"src/mian.py", "src/main.py"}, Row {"SRC/MAIN.PY", "src/main.py"},
             Row {"a/src/main.py", "src/main.py"},
             Row {"project/src/core/lexer.cpp", "src/core/lexer.cpp"},
             Row {"src\\core\\lexer.cpp", "src/core/lexer.cpp"}, Row {"a\\src\\mian.py", "none"},
             Row {"scr/croe/lexer.cpp", "src/core/lexer.cpp"}, Row {"a/README.md", "README.md"},
             Row {"lib/deep/README.md", "none"}, Row {"readme.md", "README.md"},
             Row {"src/other.py", "none"}, Row {"../src/mian.py", "none"},
             Row {"out/README.nd", "none"}, Row {"ouy/deep/README.md", "none"}, Row {"", "none"}}) {
        INFO(row.path);
        CHECK(files.nearest(row.path) == row.nearest);
    }
}

TEST_CASE("a suffix alone makes no name near, and a missing one no name far")
{
    const NearbyFiles files;
    for (const char* path : {"README.md", "e.txt", "src/util.ts", "src/a/twice.ts",
             "src/b/twice.ts", "both.c", "both.h", ".git/index.ts", "node_modules/x/module.ts"})
        files.add(path);
    struct Row {
        const char* path;
        const char* nearest;
    };
    for (const auto& row :
        {Row {"README", "README.md"}, Row {"readme", "README.md"}, Row {"nope.txt", "none"},
            Row {"lib/util.ts", "src/util.ts"}, Row {"util.ts", "src/util.ts"},
            Row {"lib/twice.ts", "none"}, Row {"lib/index.ts", "none"},
            Row {"lib/module.ts", "none"}, Row {"src/utli.ts", "src/util.ts"},
            Row {"lib/e.txt", "e.txt"}, Row {"x/lib/e.txt", "none"}}) {
        INFO(row.path);
        CHECK(files.nearest(row.path) == row.nearest);
    }
}

TEST_CASE("of equally near names the first is named, whatever the order of the directory")
{
    const NearbyFiles files;
    for (const char* path : {"part_3", "part_1", "part_2"})
        files.add(path);
    CHECK(files.nearest("part_9") == "part_1");
}

TEST_CASE("a path of many names is not looked for")
{
    const NearbyFiles files;
    files.add("b/main.py");
    std::string path;
    for (int number = 0; number < 40; ++number)
        path += "a/";
    CHECK(files.nearest(path + "main.py") == "none");
}
