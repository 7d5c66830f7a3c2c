#include "catch.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/workspace/new_name.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace toolkit::workspace;
using toolkit::ToolError;

namespace {

class Directory {
public:
    Directory()
    {
        REQUIRE(mkdtemp(name.data()) != nullptr);
        for (const char* directory : {"src", "Obsidian Vault", "odd/~", "(auth)"})
            std::filesystem::create_directories(name + "/" + directory);
        std::ofstream(name + "/there\\ is.c") << "x";
    }

    Directory(const Directory&) = delete;
    Directory& operator=(const Directory&) = delete;

    ~Directory()
    {
        std::error_code ignored;
        std::filesystem::remove_all(name, ignored);
    }

    // The hint of the refusal, up to the ';', or "taken".
    std::string hint(const std::string& path) const
    {
        WorkspaceOptions options;
        options.root = name;
        try {
            refuse_odd_new_name(Workspace(options), path);
        } catch (const ToolError& error) {
            CHECK(error.hint.ends_with("'"));
            return error.hint.substr(0, error.hint.find(';'));
        }
        return "taken";
    }

    std::string name = std::filesystem::temp_directory_path() / "new-name-XXXXXX";
};

}

TEST_CASE("a new name that is probably another one is refused with that one")
{
    const Directory directory;
    const std::string root = std::filesystem::canonical(directory.name);
    const std::string beneath = "give a path beneath the workspace, such as 'src/main.cpp'";
    struct Row {
        std::string path;
        std::string hint;
    };
    for (const auto& row : {Row {"~/x", beneath}, Row {"~", beneath}, Row {"$HOME/x", beneath},
             Row {"${HOME}/x", beneath}, Row {"%USERPROFILE%\\x", beneath},
             Row {"C:\\x.txt", beneath}, Row {"C:/x.txt", beneath},
             Row {"https://host/a.c", beneath}, Row {"file:///elsewhere/a.c", beneath},
             Row {"file://" + root + "/src/z.c", "give 'src/z.c'"},
             Row {root.substr(1) + "/src/a.c", "give 'src/a.c'"},
             Row {"Obsidian\\ Vault/test.md", "give 'Obsidian Vault/test.md'"},
             Row {"a\\ b", "give 'a b'"}, Row {"\\(auth\\)/a.tsx", "give '(auth)/a.tsx'"},
             Row {"src\\a.c", "give 'src/a.c'"},
             Row {root + "/src\\a.c", "give '" + root + "/src/a.c'"},
             Row {"\"src/q.c\"", "give 'src/q.c'"}, Row {"'src/q.c'", "give 'src/q.c'"},
             Row {"`src/q.c`", "give 'src/q.c'"}, Row {" src/q.c", "give 'src/q.c'"},
             Row {"src/q.c\n", "give 'src/q.c'"}, Row {" \"src/q.c\"", "give 'src/q.c'"}}) {
        INFO(row.path);
        CHECK(directory.hint(row.path) == row.hint);
    }
}

TEST_CASE("a new name is taken as it is if it is usual, said to be meant, or in such a directory")
{
    const Directory directory;
    std::filesystem::create_directories(directory.name + "/~");
    std::filesystem::create_directories(directory.name + "/x\\ y");
    for (const char* path :
        {"src/a.c", "a b.c", "./~/x", "./src\\a.c", "./ a", "./C:\\x", "odd/~/x", "~/x",
            "~/deep/er/x", "~backup", "x\\ y/a.c", "there\\ is.c", "missing\\a.c", "a\\b", "it's",
            "\"", "http:", "a:b", "(auth)/a.tsx", "[id].tsx", "$x/a", ""}) {
        INFO(path);
        CHECK(directory.hint(path) == "taken");
    }
}
