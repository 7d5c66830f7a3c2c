#include "catch.hpp"

#include "toolkit/system/error.hpp"
#include "tools/apply_patch/apply/apply.hpp"
#include "tools/apply_patch/read/parse.hpp"

using namespace apply_patch::apply;
using namespace apply_patch::read;
using namespace toolkit::system;

namespace {

struct EnvelopeRow {
    const char* what;
    std::string before;
    std::string hunks;
    std::string after;
    bool shows_its_place
        = true; // does the hunk say so much that it is recognised when it is sent again?
};

Applied patched_by_envelope(const std::string& text, const std::string& hunks)
{
    const std::string patch_text
        = "*** Begin Patch\n*** Update File: f\n" + hunks + "*** End Patch\n";
    const Patch patch = parse_envelope(patch_text);
    return apply_hunks(text, patch.changes.at(0).hunks, {"f"});
}

Code code_of_envelope(const std::string& text, const std::string& hunks)
{
    try {
        patched_by_envelope(text, hunks);
    } catch (const ToolError& error) {
        return error.code;
    }
    return Code::internal;
}

// Two classes that are alike but for the first lines of their function.
std::string classes(const std::string& in_a, const std::string& in_b)
{
    const std::string head = "    def f(self):\n";
    const std::string tail = "        return x\n";
    return "class A:\n" + head + in_a + tail + "\nclass B:\n" + head + in_b + tail;
}

const std::string one = "        x = 1\n";
const std::string two = "        x = 2\n";

}

TEST_CASE("hunks without numbers give the text that they describe")
{
    const std::vector<EnvelopeRow> rows {
        {"context on both sides", "a\nb\nc\n", "@@\n a\n-b\n+B\n c\n", "a\nB\nc\n"},
        {"the first hunk without @@", "a\nb\nc\n", " a\n-b\n+B\n", "a\nB\nc\n"},
        {"an empty line that has lost its blank", "a\n\nb\n", "@@\n a\n\n-b\n+B\n", "a\n\nB\n"},
        {"an anchor parts two places", classes(one, one), "@@ class B:\n-" + one + "+" + two,
            classes(one, two), false},
        {"an anchor without its end", classes(one, one), "@@ class B\n-" + one + "+" + two,
            classes(one, two), false},
        {"whole words before parts of them", "ab:\n x\na:\n x\n", "@@ a\n- x\n+ y\n",
            "ab:\n x\na:\n y\n", false},
        {"a part of a word that is there once", "f\nab:\n x\n", "@@ a\n- x\n+ y\n", "f\nab:\n y\n",
            false},
        {"nested anchors without their ends", classes(one, one),
            "@@ class B\n@@ def f\n-" + one + "+" + two, classes(one, two), false},
        {"an anchor that another hunk takes away and one it brings", "a:\n b\n c\n",
            "@@\n-a:\n+A:\n@@ a:\n- b\n+ B\n@@ A:\n- c\n+ C\n", "A:\n B\n C\n", false},
        {"an anchor that says nothing", "a\nb\n", "@@ ... @@\n-b\n+B\n", "a\nB\n", false},
        {"nested anchors", classes(one, one), "@@ class A:\n@@ def f(self):\n-" + one + "+" + two,
            classes(two, one), false},
        {"the anchor is context too", classes(one, one),
            "@@ class B:\n class B:\n     def f(self):\n+" + two, classes(one, two + one)},
        {"braces at the margin", "int f()\n{\n  x;\n}\n\nint g()\n{\n  x;\n}\n",
            "@@ int g()\n-  x;\n+  y;\n", "int f()\n{\n  x;\n}\n\nint g()\n{\n  y;\n}\n", false},
        {"labels and directives at the margin",
            "class A {\npublic:\n#if 1\n  x;\n#endif\n}\nclass B {\npublic:\n  x;\n}\n",
            "@@ class A {\n-  x;\n+  y;\n",
            "class A {\npublic:\n#if 1\n  y;\n#endif\n}\nclass B {\npublic:\n  x;\n}\n", false},
        {"labels and directives at the margin of nothing", "a:\n  x: 1\npublic:\n  x: 1\n",
            "@@ a:\n-  x: 1\n+  x: 2\n", "a:\n  x: 2\npublic:\n  x: 1\n", false},
        {"a name that begins like a directive", ".a {\n  b;\n}\n#iframe {\n  b;\n}\n",
            "@@ .a {\n-  b;\n+  c;\n", ".a {\n  c;\n}\n#iframe {\n  b;\n}\n", false},
        {"a directive behind the block", "void f() {\n  x();\n}\n#define M \\\n  x();\n",
            "@@ void f() {\n-  x();\n+  y();\n", "void f() {\n  y();\n}\n#define M \\\n  x();\n",
            false},
        {"additions go behind their anchor", "a\nb\nc\n", "@@ b\n+x\n", "a\nb\nx\nc\n"},
        {"additions at the end of the file", "a\nb\n", "@@\n+x\n*** End of File\n", "a\nb\nx\n"},
        {"additions without a place", "a\nb\n", "@@\n+x\n+y\n", "a\nb\nx\ny\n"},
        {"additions without a place or '@@'", "a\nb\n", "+x\n", "a\nb\nx\n"},
        {"additions without a place to a file without a final newline", "a\nb", "@@\n+x\n",
            "a\nb\nx"},
        {"additions without a place behind another hunk", "a\nb\nc\n", "@@\n-a\n+A\n@@\n+x\n",
            "A\nb\nc\nx\n", false},
        {"an empty line behind the last", "a\nb\n", "@@\n a\n-b\n+B\n \n", "a\nB\n"},
        {"an empty line that the file has", "a\nb\n\nc\n", "@@\n a\n-b\n+B\n \n", "a\nB\n\nc\n"},
        {"an empty line behind the last of two places", "a\nb\na\nb\n", "@@\n a\n-b\n+B\n \n",
            "a\nb\na\nB\n"},
        {"the end of the file among two places", "a\nb\na\nb\n",
            "@@\n a\n-b\n+B\n*** End of File\n", "a\nb\na\nB\n"},
        {"numbers among two places", "a\nb\na\nb\n", "@@ -3,2 +3,2 @@\n a\n-b\n+B\n",
            "a\nb\na\nB\n", false},
        {"numbers that are wrong", "a\nb\n", "@@ -40,2 +40,2 @@\n a\n-b\n+B\n", "a\nB\n"},
        {"trailing whitespace", "a  \nb\nc\n", "@@\n a\n-b\t\n+B\n c\n", "a  \nB\nc\n"},
        {"two blanks become four", "if a:\n    b\n    if c:\n        d\n",
            "@@\n if a:\n-  b\n+  B\n   if c:\n+    x\n     d\n",
            "if a:\n    B\n    if c:\n        x\n        d\n", false},
        {"blanks become tabs", "f {\n\tb\n}\n", "@@\n f {\n-    b\n+    if c\n+        B\n }\n",
            "f {\n\tif c\n\t\tB\n}\n", false},
        {"a brace goes that is indented otherwise",
            "a {\n    b {\n        c {\n        }\n    }\n}\n", "@@\n     }\n-  }\n }\n",
            "a {\n    b {\n        c {\n        }\n}\n", false},
        {"a margin that was left out", "c:\n    f:\n        a\n        b\n",
            "@@\n f:\n-    a\n+    A\n+        x\n     b\n",
            "c:\n    f:\n        A\n            x\n        b\n", false},
        {"typographic quotes", "say \u201chi\u201d \u2013\u00a0now\nb\n",
            "@@\n say \"hi\" - now\n-b\n+B\n", "say \u201chi\u201d \u2013\u00a0now\nB\n"},
        {"CRLF stays", "a\r\nb\r\nc\r\n", "@@\n a\n-b\n+B\n+x\n c\n", "a\r\nB\r\nx\r\nc\r\n"},
        {"a missing final newline stays", "a\nb", "@@\n a\n-b\n+B\n*** End of File\n", "a\nB"},
        {"hunks come in their order", "a\nb\nc\nd\n", "@@\n-a\n+A\n b\n@@\n c\n-d\n+D\n",
            "A\nb\nc\nD\n"},
    };
    for (const auto& row : rows) {
        INFO(row.what);
        const Applied applied = patched_by_envelope(row.before, row.hunks);
        CHECK(applied.outcome == Outcome::applied);
        CHECK(applied.text == row.after);
        INFO("sent again");
        if (row.shows_its_place)
            CHECK(patched_by_envelope(row.after, row.hunks).outcome == Outcome::already_applied);
        else
            CHECK_THROWS_AS(patched_by_envelope(row.after, row.hunks), ToolError);
    }
}

TEST_CASE("what was not compared is reported")
{
    CHECK(patched_by_envelope("a\nb\n", "@@\n a\n-b\n+B\n").loose.empty());
    const Applied applied = patched_by_envelope("f {\n\tb\n}\n", "@@\n f {\n-    b\n+    B\n");
    REQUIRE(applied.loose.size() == 1);
    CHECK(applied.loose[0].found_line == 1);
    CHECK(applied.loose[0].ignored == "indentation");
    const Applied earlier = patched_by_envelope("a\nx\n", "@@\n-a\n+b\n*** End of File\n");
    REQUIRE(earlier.loose.size() == 1);
    CHECK(earlier.loose[0].ignored == "'*** End of File'");
    const Applied beyond = patched_by_envelope("a {\nb:\n x\n", "@@ a {\n- x\n+ y\n");
    REQUIRE(beyond.loose.size() == 1);
    CHECK(beyond.loose[0].ignored == "block of the '@@' line");
}

TEST_CASE("hunks without numbers that don't fit are refused by their code")
{
    struct Refused {
        const char* what;
        std::string text;
        std::string hunks;
        Code code;
    };
    const std::vector<Refused> rows {
        {"two places", "a\nb\na\nb\n", "@@\n a\n-b\n+B\n", Code::ambiguous},
        {"two places within the anchor", "f:\n a\n a\n", "@@ f:\n- a\n+ b\n", Code::ambiguous},
        {"two places without indentation", "\ta\n  a\n", "@@\n-a\n+b\n", Code::ambiguous},
        {"two anchors", "f\nx\nf\ny\n", "@@ f\n+z\n", Code::ambiguous},
        {"no such line", "a\nb\n", "@@\n a\n-c\n+d\n", Code::no_match},
        {"no such anchor", "a\nb\n", "@@ f\n+z\n", Code::no_match},
        {"an anchor of a removal that is not there", "a\nb\n", "@@ f\n-b\n+c\n", Code::no_match},
        {"an anchor whose outcome stands elsewhere", "a\nc\n", "@@ f\n a\n-b\n+c\n",
            Code::no_match},
        {"an anchor that two lines begin with", "ab\nx\nac\ny\n", "@@ a\n-x\n+z\n", Code::no_match},
        {"lines above their anchor", "a:\n x\nb:\n y\n", "@@ b:\n- x\n+ z\n", Code::no_match},
        {"an anchor above the one before", "a:\n x\nb:\n y\n", "@@ b:\n@@ a:\n- y\n+ z\n",
            Code::no_match},
        {"additions under what says nothing", "a\nb\n", "@@ ...\n+z\n", Code::no_match},
        {"additions after a line that is not there", "a\nb\n", "@@ -7,0 +8 @@\n+z\n",
            Code::no_match},
        {"an indentation with no rule", "f:\n    a\n\tb\n", "@@\n f:\n-  a\n-  b\n+  c\n",
            Code::no_match},
        {"a place at another depth, and one with typographic quotes at its depth",
            "f:\n  g(\"a\")\nh:\n    g(\u201ca\u201d)\n", "@@\n-    g(\"a\")\n+    g()\n",
            Code::ambiguous},
        {"a place at another depth in the block of its anchor, and one behind it at its depth",
            "class A:\n    def f():\n        x = 1\n\nif a:\n    x = 1\n",
            "@@ class A:\n-    x = 1\n+    x = 2\n", Code::ambiguous},
        {"a place at another depth at the end, and one at its depth", "f:\n    x\ng:\n  x\n",
            "@@\n-    x\n+    y\n*** End of File\n", Code::ambiguous},
        {"a new line that begins as two removed ones at two depths",
            "f:\n  g:\n    s = a[i]\n    if b:\n      s = s.r(1)\n      c\n",
            "@@\n     g:\n-      s = a[i]\n-      if b:\n-        s = s.r(1)\n+      s = s.r(1) + "
            "x\n"
            "+    y\n         c\n",
            Code::no_match},
        {"a changed line in a new block", "f:\n  g:\n    s = a[i]\n    h()\n",
            "@@\n     g:\n-      s = a[i]\n+    if b:\n+      s = a[k]\n       h()\n",
            Code::no_match},
        {"a removal that was made, and the same lines at another depth",
            "a:\n  y\nb:\n    x = 1\n    y\n", "@@\n-  x = 1\n   y\n", Code::ambiguous},
        {"half applied", "A\nb\nc\nd\n", "@@\n-a\n+A\n b\n@@\n c\n-d\n+D\n", Code::conflict},
    };
    for (const auto& row : rows) {
        INFO(row.what);
        CHECK(code_of_envelope(row.text, row.hunks) == row.code);
    }
}

TEST_CASE("sections give changes")
{
    const Patch patch = parse_envelope(
        "```\napply_patch <<'EOF'\n*** Begin Patch\n*** Add File: new file\n+a\n+\n\n\n+b\n\n"
        "*** Delete File: old\n\n*** Update File: x\n*** Move to: y\n@@\n-a\n+b\n\n"
        "*** Update File: p\n*** Move to: q\n*** End Patch\nEOF\n```\n");
    REQUIRE(patch.changes.size() == 4);
    CHECK(patch.changes[0].action == Action::create);
    CHECK(patch.changes[0].names.front() == "new file");
    CHECK(created_text(patch.changes[0].hunks, {"new file"}) == "a\n\n\n\nb\n");
    CHECK(patch.changes[1].action == Action::remove);
    CHECK(patch.changes[2].action == Action::rename);
    CHECK(patch.changes[2].from == "x");
    CHECK(patch.changes[2].hunks.at(0).lines.size() == 2);
    CHECK(patch.changes[3].action == Action::rename);
    CHECK(patch.changes[3].hunks.empty());
}

TEST_CASE("whitespace before a marker is passed over where the line can be nothing else")
{
    struct Padded {
        const char* what;
        std::string patch;
        std::size_t changes;
        std::size_t first_lines; // of the first hunk of the first change
    };
    const std::string update = "*** Update File: x\n@@\n-a\n+b\n";
    const std::vector<Padded> rows {
        {"the beginning", "  *** Begin Patch\n" + update + "*** End Patch\n", 1, 2},
        {"the beginning after prose",
            "Here it is:\n\t*** Begin Patch\n" + update + "*** End Patch\n", 1, 2},
        {"a section", "*** Begin Patch\n  " + update + "*** End Patch\n", 1, 2},
        {"the end", "*** Begin Patch\n" + update + " *** End Patch\n", 1, 2},
        {"the end in a code fence", "```\n*** Begin Patch\n" + update + " *** End Patch\n\n```\n",
            1, 2},
        {"the end before another patch",
            "*** Begin Patch\n" + update + " *** End Patch\n*** Begin Patch\n" + update
                + "*** End Patch\n",
            2, 2},
        {"sections that are all indented alike",
            " *** Begin Patch\n " + update + " " + update + " *** End Patch\n", 2, 2},
        {"a tab before a section",
            "*** Begin Patch\n" + update + "\t" + update + "\t*** End Patch\n", 2, 2},
        {"a new file",
            "*** Begin Patch\n  *** Add File: x\n+a\n  *** Add File: y\n+b\n *** End Patch\n", 2,
            1},
        {"the end of the file",
            "*** Begin Patch\n *** Update File: x\n@@\n-a\n+b\n *** End of File\n*** End Patch\n",
            1, 2},
        {"a line of the file that looks like a section",
            "*** Begin Patch\n" + update + " *** Update File: y\n*** End Patch\n", 1, 3},
        {"a line of the file that looks like the end",
            "*** Begin Patch\n" + update + " *** End Patch\n+c\n*** End Patch\n", 1, 4},
        {"a line of the file that looks like the end, after another in front of the end",
            "*** Begin Patch\n" + update + " *** End Patch\n*** End Patch\n", 1, 3},
        {"a removed line that looks like a header",
            " *** Begin Patch\n *** Update File: x\n@@\n--- a\n+b\n *** End Patch\n", 1, 2},
        {"an environment",
            "*** Begin Patch\n*** Environment ID: remote\n" + update + "*** End Patch\n", 1, 2},
    };
    for (const auto& row : rows) {
        INFO(row.what);
        REQUIRE(is_envelope(row.patch));
        const Patch patch = parse_envelope(row.patch);
        REQUIRE(patch.changes.size() == row.changes);
        CHECK(patch.changes.front().hunks.at(0).lines.size() == row.first_lines);
    }
}

TEST_CASE("a mail that quotes a patch of this form has a unified diff")
{
    CHECK_FALSE(
        is_envelope("Such as:\n\n    *** Begin Patch\n\n--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\n"));
}

TEST_CASE("an end with a blank in front that may be a line of the file is named")
{
    try {
        parse_envelope("*** Begin Patch\n*** Update File: x\n@@\n-a\n+b\n *** End Patch\n- done\n");
        FAIL("it was read");
    } catch (const ToolError& error) {
        CHECK(error.hint
            == "write line 6 without whitespace in front if it is the end; else the patch may have "
               "been cut "
               "off");
    }
}

TEST_CASE("what models write in place of the words is read where it is clear")
{
    const Patch patch = parse_envelope(
        "*** Create File: \"new\\040file\"\n--- /dev/null\n+++ b/new file\n@@ -0,0 +1 @@\n+a\n"
        "\\ No newline at end of file\n*** Remove File: `old`\n*** Modify File:x\n*** Rename to: "
        "'y'\n"
        "--- a/x\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n*** End Patch\n");
    REQUIRE(patch.changes.size() == 3);
    CHECK(patch.changes[0].action == Action::create);
    CHECK(patch.changes[0].names.front() == "new file");
    CHECK(created_text(patch.changes[0].hunks, {"new"}) == "a");
    CHECK(patch.changes[1].action == Action::remove);
    CHECK(patch.changes[1].names == std::vector<std::string> {"old", "`old`"});
    CHECK(patch.changes[2].action == Action::rename);
    CHECK(patch.changes[2].from == "x");
    CHECK(patch.changes[2].names.front() == "y");
    CHECK(patch.changes[2].hunks.at(0).lines.size() == 2);
}

TEST_CASE("a section that can't be read is refused with the number of the line")
{
    struct Refused {
        const char* what;
        const char* text;
        const char* line;
    };
    const std::vector<Refused> rows {
        {"no beginning", "hello\n", "line 2 "},
        {"no end", "*** Begin Patch\n*** Delete File: x\n", "line 3 "},
        {"no section", "*** Begin Patch\n*** End Patch\n", "line 2 "},
        {"no name", "*** Begin Patch\n*** Delete File: \n*** End Patch\n", "line 2 "},
        {"an unknown section", "*** Begin Patch\n*** Rename File: x\n*** End Patch\n", "line 2 "},
        {"no beginning and no end", "*** Update File: x\n@@\n-a\n+b\n", "line 5 "},
        {"a file that goes on behind its end",
            "*** Begin Patch\n*** Add File: x\n+a\n\\ No newline at end of file\n+b\n*** End "
            "Patch\n",
            "line 3 "},
        {"no change", "*** Begin Patch\n*** Update File: x\n*** End Patch\n", "line 2 "},
        {"only context", "*** Begin Patch\n*** Update File: x\n@@\n a\n*** End Patch\n", "line 3 "},
        {"no mark", "*** Begin Patch\n*** Update File: x\n@@\n-a\nb\n*** End Patch\n", "line 5 "},
        {"a section behind the end",
            "*** Begin Patch\n*** Delete File: x\n*** End Patch\nand\n*** Delete File: y\n",
            "line 5 "},
        {"a unified diff behind the end",
            "*** Begin Patch\n*** Delete File: x\n*** End Patch\n--- a/f\n+++ b/f\n@@ -1 +1 "
            "@@\n-a\n+b\n",
            "line 4 "},
        {"nothing in the second",
            "*** Begin Patch\n*** Delete File: x\n*** End Patch\n*** Begin Patch\n*** End Patch\n",
            "line 5 "},
        {"no end of the second",
            "*** Begin Patch\n*** Delete File: x\n*** End Patch\n*** Begin Patch\n*** Delete File: "
            "y\n",
            "line 6 "},
        {"a new line without '+' behind an empty one",
            "*** Begin Patch\n*** Add File: x\n+a\n\nb\n*** End Patch\n", "line 5 "},
        {"a new line without '+'", "*** Begin Patch\n*** Add File: x\n+a\nb\n*** End Patch\n",
            "line 4 "},
    };
    for (const auto& row : rows) {
        INFO(row.what);
        try {
            parse_envelope(row.text);
            FAIL("it was read");
        } catch (const ToolError& error) {
            CHECK(error.code == Code::bad_patch);
            CHECK(error.message.find(row.line) != std::string::npos);
        }
    }
}
