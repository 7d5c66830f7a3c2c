#include "catch.hpp"

#include "toolkit/system/error.hpp"
#include "tools/apply_patch/apply/apply.hpp"
#include "tools/apply_patch/read/parse.hpp"

using namespace apply_patch::apply;
using namespace apply_patch::read;
using namespace toolkit::system;

namespace {

struct Row {
    const char* what;
    std::string before;
    std::string hunks;
    std::string after;
};

const std::string mark = "\xef\xbb\xbf";
const std::string nul(1, '\0');
const std::string header = "--- a/f\n+++ b/f\n";

Applied patched(const std::string& text, const std::string& patch_text)
{
    const Patch patch = parse_unified_diff(patch_text);
    return apply_hunks(text, patch.changes.at(0).hunks, {"f"});
}

Code code_of(const std::string& text, const std::string& hunks)
{
    try {
        patched(text, header + hunks);
    } catch (const ToolError& error) {
        return error.code;
    }
    return Code::internal;
}

}

TEST_CASE("hunks give the text that they describe")
{
    const std::vector<Row> rows {
        {"a line is replaced", "a\nb\nc\n", "@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n", "a\nB\nc\n"},
        {"lines go in before the first", "a\nb\n", "@@ -1,2 +1,3 @@\n+0\n a\n b\n", "0\na\nb\n"},
        {"lines go in behind the last", "a\nb\n", "@@ -1,2 +1,3 @@\n a\n b\n+c\n", "a\nb\nc\n"},
        {"an empty file gets lines", "", "@@ -0,0 +1,2 @@\n+a\n+b\n", "a\nb\n"},
        {"all lines go", "a\nb\n", "@@ -1,2 +0,0 @@\n-a\n-b\n", ""},
        {"hunks touch", "a\nb\nc\nd\n",
            "@@ -1,2 +1,2 @@\n-a\n+A\n b\n@@ -3,2 +3,2 @@\n c\n-d\n+D\n", "A\nb\nc\nD\n"},
        {"hunks come in any order", "a\nb\nc\nd\n",
            "@@ -3,2 +3,2 @@\n c\n-d\n+D\n@@ -1,2 +1,2 @@\n-a\n+A\n b\n", "A\nb\nc\nD\n"},
        {"-U0: a line goes in behind one that changes", "a\nb\n",
            "@@ -1 +1 @@\n-a\n+A\n@@ -1,0 +2 @@\n+x\n", "A\nx\nb\n"},
        {"-U0: a line goes in before the first", "a\n", "@@ -0,0 +1 @@\n+0\n", "0\na\n"},
        {"-U0: a line that repeats its neighbour goes in", "}\n}\n", "@@ -1,0 +2 @@\n+}\n",
            "}\n}\n}\n"},
        {"the patch ends without a newline", "a\nb\n", "@@ -1,2 +1,2 @@\n a\n-b\n+B", "a\nB\n"},
        {"a missing final newline stays under a new last line", "a\nb",
            "@@ -1,2 +1,3 @@\n a\n b\n+c\n", "a\nb\nc"},
        {"a missing final newline stays where fewer lines replace more", "a\nb\nc",
            "@@ -1,3 +1,2 @@\n a\n-b\n-c\n+x\n", "a\nx"},
        {"context is given its newline back by nobody", "a\nb", "@@ -1,2 +1 @@\n a\n-b\n", "a\n"},
        {"the final newline goes", "a\nb\n",
            "@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n", "a\nb"},
        {"the final newline comes", "a\nb",
            "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n", "a\nb\n"},
        {"neither side has a final newline", "a\nb",
            "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+B\n\\ No newline at end of "
            "file\n",
            "a\nB"},
        {"an LF patch adds a final newline to a CRLF file", "a\r\nb",
            "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n", "a\r\nb\r\n"},
        {"a carriage return at the very end is a byte of its line", "a\nb\r",
            "@@ -1,2 +1,2 @@\n a\n-b\r\n\\ No newline at end of file\n+c\n", "a\nc\n"},
        {"an insertion takes the end before it", "a\r\nb\n", "@@ -1,2 +1,3 @@\n a\n+x\n b\n",
            "a\r\nx\r\nb\n"},
        {"an insertion at the top takes the end after it", "a\r\nb\n",
            "@@ -1,2 +1,3 @@\n+x\n a\n b\n", "x\r\na\r\nb\n"},
        {"ends that match are meant", "a\r\nb\r\n", "@@ -1,2 +1,3 @@\n a\r\n+x\n b\r\n",
            "a\r\nx\nb\r\n"},
        {"CRLF becomes LF", "a\r\nb\r\n", "@@ -1,2 +1,2 @@\n-a\r\n-b\r\n+a\n+b\n", "a\nb\n"},
        {"a byte order mark is removed by a patch that shows it", mark + "a\nb\n",
            "@@ -1,2 +1,2 @@\n-" + mark + "a\n+a\n b\n", "a\nb\n"},
        {"other bytes stay", nul + "\xff\nb\nc\n", "@@ -2,2 +2,2 @@\n-b\n+B\n c\n",
            nul + "\xff\nB\nc\n"},
    };
    for (const auto& row : rows) {
        INFO(row.what);
        const Applied applied = patched(row.before, header + row.hunks);
        CHECK(applied.outcome == Outcome::applied);
        CHECK(applied.text == row.after);
        CHECK(applied.moved.empty());
    }
}

TEST_CASE("a patch sent twice is recognised the second time")
{
    const std::vector<Row> rows {
        {"context on both sides", "a\nb\nc\n", "@@ -1,3 +1,4 @@\n a\n b\n+x\n c\n", "a\nb\nx\nc\n"},
        {"no context behind", "a\nb\n", "@@ -1,2 +1,3 @@\n a\n b\n+c\n", "a\nb\nc\n"},
        {"no context behind, and other lines follow", "a\nb\nz\n", "@@ -1,2 +1,3 @@\n a\n b\n+c\n",
            "a\nb\nc\nz\n"},
        {"no context before", "a\nb\n", "@@ -1,2 +1,3 @@\n+0\n a\n b\n", "0\na\nb\n"},
        {"lines around the context", "a\n", "@@ @@\n+x\n+y\n a\n+z\n", "x\ny\na\nz\n"},
        {"a line that repeats", "a\nb\n", "@@ -1,2 +1,3 @@\n a\n b\n+b\n", "a\nb\nb\n"},
        {"at another place", "z\nz\na\nb\n", "@@ -1,2 +1,3 @@\n a\n+x\n b\n", "z\nz\na\nx\nb\n"},
        {"lines go", "a\nb\nc\n", "@@ -1,3 +1,2 @@\n a\n-b\n c\n", "a\nc\n"},
        {"two hunks", "a\nb\nc\nd\ne\n",
            "@@ -1,2 +1,3 @@\n a\n+x\n b\n@@ -4,2 +5,2 @@\n d\n-e\n+E\n", "a\nx\nb\nc\nd\nE\n"},
        {"no numbers", "a\nb\n", "@@ @@\n a\n-b\n+B\n", "a\nB\n"},
    };
    for (const auto& row : rows) {
        INFO(row.what);
        CHECK(patched(row.before, header + row.hunks).text == row.after);
        const Applied again = patched(row.after, header + row.hunks);
        CHECK(again.outcome == Outcome::already_applied);
        CHECK(again.text == row.after);
    }
}

TEST_CASE("an outcome that stands elsewhere does not say that a hunk is applied")
{
    struct Doubtful {
        const char* what;
        std::string text;
        std::string hunks;
        Code code;
    };
    const std::string lookup
        = "def f():\n    x\n    return compute(items)\n\n\ndef g():\n    x\n    return None\n\n";
    const std::vector<Doubtful> rows {
        {"its context stands at two places", lookup,
            "@@ -2,3 +2,3 @@\n     x\n-    return compute(item)\n+    return None\n \n",
            Code::no_match},
        {"no context", lookup, "@@ @@\n-    return compute(item)\n+    return None\n",
            Code::no_match},
        {"its context is an empty line", "a\nb\nc\n\n", "@@ -2,2 +2,2 @@\n-B\n+c\n \n",
            Code::no_match},
        {"nothing but context is left", "a\n}\n}\n\nb\n}\nfoo(2);\n}\n",
            "@@ -6,3 +6,2 @@\n }\n-foo(1);\n }\n", Code::no_match},
        {"a removed line with nothing above it", "a\nb\nc\n\n", "@@ -3,3 +3,2 @@\n-B\n c\n \n",
            Code::no_match},
        {"its old lines stand elsewhere", "a\nb\na\nB\n", "@@ -3,2 +3,2 @@\n a\n-b\n+B\n",
            Code::ambiguous},
    };
    for (const auto& row : rows) {
        INFO(row.what);
        CHECK(code_of(row.text, row.hunks) == row.code);
    }
}

TEST_CASE("the rest of the old lines at the stated line is no outcome")
{
    const Applied applied = patched(
        "a\nb\nc\n\nd\ne\n", header + "@@ -3,3 +3,2 @@\n-b\n c\n \n@@ -5,2 +4,2 @@\n d\n-e\n+E\n");
    CHECK(applied.text == "a\nc\n\nd\nE\n");
    REQUIRE(applied.moved.size() == 1);
    CHECK(applied.moved[0].stated_line == 3);
    CHECK(applied.moved[0].found_line == 2);
}

TEST_CASE("a hunk at another place than stated is reported with both lines")
{
    const Applied applied = patched("0\n0\na\nb\nc\n", header + "@@ -1,2 +1,2 @@\n a\n-b\n+B\n");
    CHECK(applied.text == "0\n0\na\nB\nc\n");
    REQUIRE(applied.moved.size() == 1);
    CHECK(applied.moved[0].hunk == 1);
    CHECK(applied.moved[0].stated_line == 1);
    CHECK(applied.moved[0].found_line == 3);
}

TEST_CASE("hunks that don't fit are refused by their code")
{
    struct Refused {
        const char* what;
        std::string text;
        std::string hunks;
        Code code;
    };
    const std::vector<Refused> rows {
        {"a line differs", "a\nb\n", "@@ -1,2 +1,2 @@\n a\n-x\n+y\n", Code::no_match},
        {"blanks differ", "a\n\tb\n", "@@ -1,2 +1,2 @@\n a\n-    b\n+y\n", Code::no_match},
        {"two other places", "a\nb\na\nb\n", "@@ -2,2 +2,2 @@\n a\n-b\n+y\n", Code::ambiguous},
        {"no numbers and two places", "a\nb\na\nb\n", "@@ @@\n a\n-b\n+y\n", Code::ambiguous},
        {"no numbers and no line of the file", "a\n", "@@ @@\n+y\n", Code::no_match},
        {"the first of two hunks stands nowhere", "x\nq\na\nb\na\nb\n",
            "@@ -1,1 +1,2 @@\n q\n+r\n s\n@@ -3,2 +4,2 @@\n a\n-b\n+B\n", Code::no_match},
        {"no context and another line", "a\nb\n", "@@ -1 +1 @@\n-b\n+y\n", Code::no_match},
        {"no context and no such line", "a\n", "@@ -7,0 +8 @@\n+y\n", Code::no_match},
        {"the file has a final newline", "a\nb\n",
            "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n", Code::no_match},
        {"the file goes on", "a\nb\nc\n",
            "@@ -1,2 +1,2 @@\n a\n-b\n+c\n\\ No newline at end of file\n", Code::no_match},
        {"one hunk is applied and one is not", "A\nb\nc\nd\n",
            "@@ -1,2 +1,2 @@\n-a\n+A\n b\n@@ -3,2 +3,2 @@\n c\n-d\n+D\n", Code::conflict},
    };
    for (const auto& row : rows) {
        INFO(row.what);
        CHECK(code_of(row.text, row.hunks) == row.code);
    }
}

TEST_CASE("after a hunk that has moved, one that fits at its line and as far off is ambiguous")
{
    const std::string text = "0\n0\nq\ns\na\nb\na\nb\n";
    CHECK(code_of(text, "@@ -1,2 +1,3 @@\n q\n+r\n s\n@@ -5,2 +6,2 @@\n a\n-b\n+B\n")
        == Code::ambiguous);
}

TEST_CASE("a search in lines that are all alike has an end")
{
    std::string text;
    std::string hunk = "@@ -200000,4000 +200000,4000 @@\n";
    for (int number = 0; number < 100'000; ++number)
        text += "x\n";
    for (int number = 0; number < 4000; ++number)
        hunk += number == 2000 ? "-y\n+z\n" : " x\n";
    CHECK(code_of(text, hunk) == Code::no_match);
    for (int number = 0; number < 100'000; ++number)
        text += "x\ny\n";
    CHECK(code_of(text, hunk) == Code::too_large);
}
