#include "catch.hpp"

#include "toolkit/system/error.hpp"
#include "tools/apply_patch/read/header_names.hpp"
#include "tools/apply_patch/read/parse.hpp"

using namespace apply_patch::read;
using namespace toolkit::system;

using Names = std::vector<std::string>;

TEST_CASE("headers give action and likely names")
{
    struct Row {
        const char* text;
        Action action;
        Names names;
    };
    const std::string hunk = "@@ -1 +1 @@\n-a\n+b\n";
    const std::vector<Row> rows {
        {"--- a/x\n+++ b/x\n", Action::modify, {"x", "b/x", "a/x"}},
        {"--- x\n+++ x\n", Action::modify, {"x"}},
        {"--- x.orig\n+++ x\n", Action::modify, {"x", "x.orig"}},
        {"--- old/d/x\t2024-01-01 00:00:00\n+++ new/d/x\t2024-01-02 00:00:00\n", Action::modify,
            {"d/x", "new/d/x", "old/d/x"}},
        {"--- i/x\r\n+++ w/x\r\n", Action::modify, {"x", "w/x", "i/x"}},
        {"--- /dev/null\n+++ b/x\n", Action::create, {"x", "b/x"}},
        {"--- a/x\n+++ /dev/null\n", Action::remove, {"x", "a/x"}},
        {"--- x\t1970-01-01 01:00:00.000000000 +0100\n+++ x\t2024-01-01 00:00:00\n", Action::create,
            {"x"}},
        {"--- x\t2024-01-01 00:00:00\n+++ x\t1969-12-31 19:00:00 -0500\n", Action::remove, {"x"}},
        {"diff --git w/x w/x\nnew file mode 100644\n--- /dev/null\n+++ w/x\n", Action::create,
            {"w/x"}},
        {"diff --git i/x w/x\nnew file mode 100644\n--- /dev/null\n+++ w/x\n", Action::create,
            {"x", "w/x", "i/x"}},
        {"diff --git a/x y b/x y\nindex 1..2 100644\n--- a/x y\t\n+++ b/x y\t\n", Action::modify,
            {"x y", "b/x y", "a/x y"}},
        {"--- \"a/t\\tab\\\"\\303\\251\"\n+++ \"b/t\\tab\\\"\\303\\251\"\n", Action::modify,
            {"t\tab\"\303\251", "b/t\tab\"\303\251", "a/t\tab\"\303\251"}},
    };
    for (const auto& row : rows) {
        INFO(row.text);
        const std::string text = row.text + hunk;
        const Patch patch = parse_unified_diff(text);
        REQUIRE(patch.changes.size() == 1);
        CHECK(patch.changes[0].action == row.action);
        CHECK(patch.changes[0].names == row.names);
        CHECK(patch.changes[0].hunks.size() == 1);
    }
}

TEST_CASE("git's line alone names the file")
{
    CHECK(names_in_git_line("a/x b/x") == std::pair<std::string, std::string>("a/x", "b/x"));
    CHECK(names_in_git_line("a/x b/x b/x b/x")
        == std::pair<std::string, std::string>("a/x b/x", "b/x b/x"));
    CHECK(names_in_git_line("x x") == std::pair<std::string, std::string>("x", "x"));
    CHECK(names_in_git_line("\"a/\\351\" \"b/\\351\"")
        == std::pair<std::string, std::string>("a/\351", "b/\351"));
    CHECK(names_in_git_line("a/x \"b/\\351\"")
        == std::pair<std::string, std::string>("a/x", "b/\351"));
    CHECK_FALSE(names_in_git_line("a/x b/y"));
    CHECK_FALSE(names_in_git_line("\"a/x"));
    CHECK_FALSE(names_in_git_line(""));
}

TEST_CASE("the lines of a hunk are found by its counts, or by their looks")
{
    struct Row {
        const char* what;
        const char* hunk;
        std::size_t lines;
        bool has_wrong_counts;
    };
    const std::vector<Row> rows {
        {"right counts", "@@ -1,2 +1,2 @@ def f\n a\n-b\n+c\n", 3, false},
        {"counts of one left out", "@@ -1 +1 @@\n-a\n+b\n", 2, false},
        {"no second @@", "@@ -1 +1\n-a\n+b\n", 2, false},
        {"too small", "@@ -1,1 +1,1 @@\n a\n-b\n+c\n d\n", 4, true},
        {"too small, and right at the first line", "@@ -1 +1 @@\n a\n+b\n", 2, true},
        {"too large", "@@ -1,9 +1,9 @@\n a\n-b\n+c\n", 3, true},
        {"too large, and blank lines behind", "@@ -1,9 +1,9 @@\n a\n-b\n+c\n\n\n", 3, true},
        {"too large in a fence", "@@ -1,9 +1,9 @@\n a\n-b\n+c\n```\n", 3, true},
        {"an empty line of context", "@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n", 4, false},
        {"an empty line of context at the end", "@@ -1,3 +1,3 @@\n a\n-b\n+c\n\n", 4, false},
        {"a signature behind", "@@ -1,2 +1,2 @@\n a\n-b\n+c\n-- \n2.39.5\n", 3, false},
        {"a signature behind, and another mail",
            "@@ -1,3 +1,3 @@\n a\n-b\n+c\n-- \n2.39.5\n\nFrom 1234\n", 3, true},
        {"prose behind", "@@ -1,2 +1,2 @@\n a\n-b\n+c\nThat is all.\n", 3, false},
        {"lines like headers", "@@ -1,3 +1,2 @@\n a\n--- b\n-++ c\n+++ d\n", 4, false},
        {"no numbers", "@@ ... @@\n a\n-b\n+c\n", 3, false},
    };
    for (const auto& row : rows) {
        INFO(row.what);
        const std::string text = std::string("--- a/x\n+++ b/x\n") + row.hunk;
        const Patch patch = parse_unified_diff(text);
        REQUIRE(patch.changes.at(0).hunks.size() == 1);
        CHECK(patch.changes[0].hunks[0].lines.size() == row.lines);
        CHECK(has_wrong_counts(patch.changes[0].hunks[0]) == row.has_wrong_counts);
    }
}

TEST_CASE("a patch that can't be read is refused with the number of the line")
{
    struct Row {
        const char* what;
        const char* text;
        Code code;
        const char* line;
    };
    const std::vector<Row> rows {
        {"nothing", "", Code::bad_patch, ""},
        {"a hunk before any header", "@@ -1 +1 @@\n-a\n+b\n", Code::bad_patch, "line 1 "},
        {"no +++", "--- a/x\n@@ -1 +1 @@\n-a\n+b\n", Code::bad_patch, "line 2 "},
        {"no @@", "--- a/x\n+++ b/x\n-a\n+b\n", Code::bad_patch, "line 3 "},
        {"no hunk", "--- a/x\n+++ b/x\n", Code::bad_patch, "line 1 "},
        {"no change", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n a\n", Code::bad_patch, "line 3 "},
        {"no mark", "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\nb\n+c\n", Code::bad_patch, "line 5 "},
        {"no mark behind a removed '-'",
            "--- a/x\n+++ b/x\n@@ -1,5 +1,5 @@\n-x\n+y\n a\n--\nb\n-c\n+d\n", Code::bad_patch,
            "line 8 "},
        {"no mark behind a removed '-' before a digit",
            "--- a/x\n+++ b/x\n@@ -1,5 +1,5 @@\n-x\n+y\n--\n1b\n-c\n+d\n", Code::bad_patch,
            "line 7 "},
        {"no line for the missing newline",
            "--- a/x\n+++ b/x\n@@ -1 +1 @@\n\\ No newline\n-a\n+b\n", Code::bad_patch, "line 4 "},
        {"lines behind the end", "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n\\ No newline\n+b\n c\n",
            Code::bad_patch, "line 3 "},
        {"only /dev/null", "--- /dev/null\n+++ /dev/null\n@@ -1 +1 @@\n-a\n+b\n", Code::bad_patch,
            "line 1 "},
        {"half a rename", "diff --git a/x b/y\nrename from x\n", Code::bad_patch, "line 1 "},
        {"a rename to itself", "diff --git a/x b/x\nrename from x\nrename to x\n", Code::bad_patch,
            "line 1 "},
        {"names that differ", "--- a/x\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n", Code::bad_patch,
            "line 1 "},
        {"an unknown mode", "diff --git a/x b/x\nold mode 100644\nnew mode 040000\n",
            Code::bad_patch, "line 1 "},
        {"a merge", "--- a/x\n+++ b/x\n@@@ -1 -1 +1 @@@\n- a\n+ b\n", Code::unsupported, "line 3 "},
        {"a context diff", "*** a/x\n--- b/x\n***************\n*** 1 ****\n", Code::unsupported,
            "line 3 "},
        {"a binary file", "Binary files a/x and b/x differ\n", Code::unsupported, "line 1 "},
    };
    for (const auto& row : rows) {
        INFO(row.what);
        try {
            parse_unified_diff(row.text);
            FAIL("it was read");
        } catch (const ToolError& error) {
            CHECK(error.code == row.code);
            CHECK(error.message.find(row.line) != std::string::npos);
        }
    }
}
