#include "catch.hpp"

#include "frontends/chat/file_index.hpp"
#include "frontends/chat/name_order.hpp"
#include "frontends/chat/name_search.hpp"

#include <filesystem>
#include <fstream>

#include <unistd.h>

using namespace frontends::chat;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

static std::vector<std::string> many_names(std::size_t count)
{
    std::vector<std::string> names;
    for (std::size_t index = 0; index < count; ++index)
        names.push_back(
            "src/part" + std::to_string(index % 97) + "/file" + std::to_string(index) + ".cpp");
    return names;
}

TEST_CASE("a search in parts finds what a search at once finds")
{
    const std::vector<std::string> names = many_names(5000);
    NameSearch search;
    for (const char* letters : {"f", "fi", "file42", "part9/f1", "x", "", "part"}) {
        search.look_for(letters, names, 0);
        while (!search.step(names, 1ms)) { }
        CHECK(search.best(names) == best_names(names, letters, 100));
    }
}

TEST_CASE("names that are added are found, and another list is searched anew")
{
    std::vector<std::string> names {"a.cpp"};
    NameSearch search;
    search.look_for("cpp", names, 0);
    CHECK(search.step(names, 0ms));
    names.emplace_back("b.cpp");
    search.look_for("cpp", names, 0);
    CHECK(search.step(names, 0ms));
    CHECK(search.best(names) == std::vector<std::string> {"a.cpp", "b.cpp"});
    names = {"c.cpp"};
    search.look_for("cpp", names, 1);
    CHECK(search.step(names, 0ms));
    CHECK(search.best(names) == std::vector<std::string> {"c.cpp"});
}

static std::size_t work_of_typing(std::size_t count)
{
    const std::vector<std::string> names = many_names(count);
    NameSearch search;
    for (const char* letters : {"z", "f", "fi", "fil", "file1", "file12"}) {
        search.look_for(letters, names, 0);
        search.step(names, 0ms);
    }
    return search.work();
}

TEST_CASE("the work of a search grows with the number of names, and not faster")
{
    const std::size_t small = work_of_typing(2000);
    const std::size_t large = work_of_typing(20'000);
    CHECK(large <= 11 * small);
    CHECK(small <= 6 * 2000);
}

TEST_CASE("the index has the files that no rule excludes, those near the root first")
{
    const std::string root = "/tmp/index_test." + std::to_string(getpid());
    fs::create_directories(root + "/deep/er");
    fs::create_directories(root + "/.hidden");
    fs::create_directories(root + "/node_modules/x");
    const auto make = [&](const std::string& name) { std::ofstream(root + "/" + name) << "x"; };
    for (const char* name : {"a.txt", "b.o", "deep/er/c.txt", ".hidden/d", "node_modules/x/e"})
        make(name);
    std::ofstream(root + "/.ignore") << "*.o\n";
    FileIndex index(root);
    index.refresh(60s);
    CHECK(index.is_complete());
    CHECK(
        index.names() == std::vector<std::string> {"a.txt", "deep/", "deep/er/", "deep/er/c.txt"});
    CHECK(entries_typed(root, ".") == std::vector<std::string> {".hidden/", ".ignore"});
    CHECK(entries_typed(root, ".hidden/") == std::vector<std::string> {".hidden/d"});
    CHECK(entries_typed(root, "node_modules/X") == std::vector<std::string> {"node_modules/x/"});
    CHECK(entries_typed(root, "a").empty());
    CHECK(entries_typed(root, "../").empty());
    CHECK(entries_typed(root, "missing/").empty());
    fs::remove_all(root);
}
