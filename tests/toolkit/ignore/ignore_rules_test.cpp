#include "catch.hpp"
#include "toolkit/ignore/git_excludes.hpp"

#include <memory>
#include <string>

using namespace toolkit::ignore;
using namespace toolkit::glob;

namespace {

std::string verdict_name(Verdict verdict)
{
    switch (verdict) {
    case Verdict::unmentioned: return "-";
    case Verdict::left_out: return "out";
    case Verdict::kept: return "kept";
    }
    return "?";
}

}

TEST_CASE("the lines of an ignore file mean what gitignore(5) says")
{
    const struct {
        const char* rules;
        const char* path; // beneath the folder of the rules; a '/' at the end makes it a directory
        const char* verdict;
    } rows[] = {
        {"", "a", "-"},
        {"a", "a", "out"},
        {"a", "x/a", "out"},
        {"/a", "a", "out"},
        {"/a", "x/a", "-"},
        {"x/a", "x/a", "out"},
        {"x/a", "y/x/a", "-"},
        {"a/", "a", "-"},
        {"a/", "a/", "out"},
        {"a/", "x/a/", "out"},
        {"/a/", "x/a/", "-"},
        {"*.o\n!keep.o", "keep.o", "kept"},
        {"!keep.o\n*.o", "keep.o", "out"},
        {"# a\n#b", "#b", "-"},
        {"\\#b", "#b", "out"},
        {"\\!b", "!b", "out"},
        {"a   ", "a", "out"},
        {"a\\ ", "a ", "out"},
        {"a\\  ", "a ", "out"},
        {"a\t", "a", "-"},
        {"a\r\nb\r\n", "a", "out"},
        {"a\r\nb\r\n", "b", "out"},
        {"a\r", "a", "out"},
        {"\xEF\xBB\xBF"
         "a",
            "a", "out"},
        {"\n\n!\n/\n!/\n", "a", "-"},
        {"**/d/*.c", "d/x.c", "out"},
        {"**/d/*.c", "y/d/x.c", "out"},
        {"d/**", "d/", "-"},
        {"d/**", "d/e/f", "out"},
        {"[", "[", "-"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.rules, row.path);
        std::string path = std::string("/folder/") + row.path;
        const bool is_directory = path.back() == '/';
        if (is_directory)
            path.pop_back();
        CHECK(verdict_name(IgnoreRules(row.rules).verdict_on({path, is_directory}, 8))
            == row.verdict);
    }
}

TEST_CASE("of several ignore files .ignore comes first, then .gitignore, then the repository's, "
          "then the user's")
{
    const struct {
        const char* users;
        const char* excludes;
        const char* outer_git;
        const char* inner_git;
        const char* outer_own;
        const char* inner_own;
        const char* verdict; // on /r/s/a
    } rows[] = {
        {"a", "", "", "", "", "", "out"},
        {"a", "!a", "", "", "", "", "kept"},
        {"", "a", "!a", "", "", "", "kept"},
        {"", "", "a", "!a", "", "", "kept"},
        {"", "", "!a", "a", "", "", "out"},
        {"", "", "", "a", "!a", "", "kept"},
        {"", "", "", "", "a", "!a", "kept"},
        {"/s/a", "", "", "", "", "", "out"},
        {"", "/s/a", "", "", "", "", "out"},
        {"", "", "/a", "", "", "", "-"},
        {"", "", "", "/a", "", "", "out"},
    };
    for (const auto& row : rows) {
        CAPTURE(
            row.users, row.excludes, row.outer_git, row.inner_git, row.outer_own, row.inner_own);
        const auto repository = std::make_shared<const IgnoreLevel>(
            IgnoreLevel {nullptr, 3, IgnoreRules(row.outer_own), IgnoreRules(row.outer_git), true,
                IgnoreRules(row.excludes)});
        const IgnoreLevel inner {
            repository, 5, IgnoreRules(row.inner_own), IgnoreRules(row.inner_git)};
        CHECK(verdict_name(verdict_on({"/r/s/a", false}, &inner, UsersRules(row.users)))
            == row.verdict);
    }
}

TEST_CASE("the user's rules match letters of either case only in a repository that folds case")
{
    IgnoreLevel repository {.outer = nullptr, .directory = 1, .own = {}, .git = {}};
    repository.is_repository = true;
    const UsersRules users("*.LOG");
    const auto verdict = [&] {
        return verdict_name(verdict_on({"/A.log", false}, &repository, users));
    };
    CHECK(verdict() == "-");
    repository.folds_case = true;
    CHECK(verdict() == "out");
}

TEST_CASE("outside of a repository only .ignore counts")
{
    const IgnoreLevel level {nullptr, 3, IgnoreRules("b"), IgnoreRules("a")};
    CHECK(verdict_on({"/r/a", false}, &level, UsersRules("a")) == Verdict::unmentioned);
    CHECK(verdict_on({"/r/b", false}, &level, {}) == Verdict::left_out);
}

TEST_CASE("the rules around a repository end where it begins, but for .ignore")
{
    const auto around = std::make_shared<const IgnoreLevel>(IgnoreLevel {
        nullptr, 3, IgnoreRules("own"), IgnoreRules("git"), true, IgnoreRules("excluded")});
    const IgnoreLevel nested {around, 5, {}, {}, true};
    CHECK(verdict_on({"/r/n/git", false}, &nested, {}) == Verdict::unmentioned);
    CHECK(verdict_on({"/r/n/excluded", false}, &nested, {}) == Verdict::unmentioned);
    CHECK(verdict_on({"/r/n/own", false}, &nested, {}) == Verdict::left_out);
}
