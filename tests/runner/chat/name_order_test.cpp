#include "catch.hpp"

#include "frontends/chat/attachments.hpp"
#include "frontends/chat/name_order.hpp"

using namespace frontends::chat;
using Names = std::vector<std::string>;

TEST_CASE("all letters have to be there, in their order, in any case")
{
    const Names names {"src/main.cpp", "README.md", "docs/"};
    CHECK(best_names(names, "mc", 8) == Names {"src/main.cpp"});
    CHECK(best_names(names, "readme", 8) == Names {"README.md"});
    CHECK(best_names(names, "cm", 8) == Names {"src/main.cpp"});
    CHECK(best_names(names, "pc", 8).empty());
    CHECK(best_names(names, "", 2) == Names {"docs/", "README.md"});
    CHECK(best_names({}, "a", 8).empty());
}

TEST_CASE("better names are first")
{
    struct Row {
        const char* letters;
        const char* better;
        const char* worse;
    };
    static const Row rows[] {
        {"abc", "x/abc", "x/aXbXc"}, // in a row
        {"main", "src/main.cpp", "src/domain.cpp"}, // the beginning of a name
        {"st", "screen_test", "master1_xyz"}, // of words
        {"rc", "runChat", "archive"}, // of words within one
        {"Make", "Makefile", "makefile"}, // the same case
        {"make", "makefile", "Makefile"}, {"a.c", "a.c", "long/a.c"}, // short
        {"run", "runner/run.cpp", "runner/other.cpp"}, // in the last name
    };
    for (const Row& row : rows) {
        INFO(row.letters);
        CHECK(best_names({row.worse, row.better}, row.letters, 8) == Names {row.better, row.worse});
    }
    CHECK(best_names({"b", "a"}, "", 8) == Names {"a", "b"});
    CHECK(best_names({"ab", "aab", "aaab"}, "ab", 2) == Names {"ab", "aab"});
}

TEST_CASE("a mention may end with lines")
{
    const auto is = [](const char* name, const char* path, int first, int last) {
        const Mention mention = mention_of(name);
        return mention.path == path && mention.first_line == first && mention.last_line == last;
    };
    CHECK(is("a.c", "a.c", 1, 0));
    CHECK(is("a.c:10-40", "a.c", 10, 40));
    CHECK(is("a.c:7", "a.c", 7, 7));
    CHECK(is("a.c:0", "a.c:0", 1, 0));
    CHECK(is("a.c:4-2", "a.c:4-2", 1, 0));
    CHECK(is("a.c:x", "a.c:x", 1, 0));
    CHECK(is(":3", ":3", 1, 0));
    CHECK(is("a:1:2", "a:1", 2, 2));
}
