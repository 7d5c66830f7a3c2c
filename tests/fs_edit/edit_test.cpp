#include "catch.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/unified_diff.hpp"
#include "tools/fs_edit/edit.hpp"

using namespace fs_edit;
using namespace toolkit::system;
using namespace toolkit::text;

namespace {

struct Row {
    const char* what;
    std::string before;
    std::string old_text;
    std::string new_text;
    std::string after; // or the code of the refusal
};

std::string outcome(const std::string& text, const EditSpec& wanted)
{
    try {
        return edit_text(text, wanted, "f").text;
    } catch (const ToolError& error) {
        return std::string(wire_name(error.code));
    }
}

void check(const std::vector<Row>& rows, MatchMode mode, Which which)
{
    for (const auto& row : rows) {
        CAPTURE(row.what);
        CHECK(outcome(row.before, {row.old_text, row.new_text, mode, which}) == row.after);
    }
}

}

TEST_CASE("a text takes the place of another")
{
    check(
        {
            {"within a line", "a b c\n", "b", "B", "a B c\n"},
            {"a new line has the end of its line", "a\r\nb\r\n", "b", "b\nc", "a\r\nb\r\nc\r\n"},
            {"ends that are the file's are meant", "a\nb\n", "a\n", "a\r\n", "a\r\nb\n"},
            {"ends that are not the file's are not", "a\r\nb\r\n", "a\nb\n", "a\nx\nb\n",
                "a\r\nx\r\nb\r\n"},
            {"each line keeps its own end", "a\r\nb\nc\r\n", "a\nb\nc\n", "a\nB\nc\n",
                "a\r\nB\nc\r\n"},
            {"new lines have the ends of the file", "a\r\nb\r\n", "a\r\nb\r\n", "a\nx\nb\n",
                "a\r\nx\r\nb\r\n"},
            {"and none of their own", "a\nb\n", "a\nb\n", "a\r\nx\r\nb\r\n", "a\nx\nb\n"},
            {"of mixed ones, that of the line above", "a\r\nb\nc\n", "a\r\nb\n", "a\r\nx\nb\ny\n",
                "a\r\nx\r\nb\ny\nc\n"},
            {"be the line it follows one of CRLF or LF", "a\nb\r\n", "a\n", "a\nx\n",
                "a\nx\nb\r\n"},
            {"lines are joined", "a\r\nb\r\n", "a\nb", "a b", "a b\r\n"},
            {"a missing final newline stays", "a\nb", "b\n", "B\n", "a\nB"},
            {"a final newline comes when it is asked for", "a\nb", "b", "b\n", "a\nb\n"},
            {"a line goes", "a\nb\nc\n", "b\n", "", "a\nc\n"},
            {"bytes that are not UTF-8 stay", "\xff\na\n\xfe", "a", "b", "\xff\nb\n\xfe"},
            {"a NUL too", std::string("\0a\0", 3), "a", "b", std::string("\0b\0", 3)},
            {"a byte order mark is no part of the text",
                "\xef\xbb\xbf"
                "a\n",
                "a\n", "b\n",
                "\xef\xbb\xbf"
                "b\n"},
            {"it can be taken away",
                "\xef\xbb\xbf"
                "a\n",
                "\xef\xbb\xbf"
                "a",
                "a", "a\n"},
            {"it is none of an old text's either", "a\n",
                "\xef\xbb\xbf"
                "a\n",
                "\xef\xbb\xbf"
                "b\n",
                "b\n"},
            {"nor is one put in behind the file's",
                "\xef\xbb\xbf"
                "a\n",
                "a\n",
                "\xef\xbb\xbf"
                "b\n",
                "\xef\xbb\xbf"
                "b\n"},
            {"places that overlap are two", "aaa", "aa", "b", "AMBIGUOUS"},
            {"a carriage return alone", "a\r\nb\r\n", "a\r", "a", "a\nb\r\n"},
            {"what grows is not put in twice", "a\nb\n", "a", "a\nb", "CONFLICT"},
            {"an empty line is", "a\n\nb\n", "a\n", "a\n\n", "a\n\n\nb\n"},
            {"a part of a word says nothing", "abc\n", "x", "b", "NO_MATCH"},
        },
        MatchMode::automatic, Which::the_only_one);
}

TEST_CASE("lines are found without their indentation, and new ones get that of the file")
{
    check(
        {
            {"blanks at ends stay in lines that do", "a  \nb\t\nc\n", "a\nb\nc\n", "a\nB\nc\n",
                "a  \nB\nc\n"},
            {"two blanks become four", "f\n    if a:\n        b\n", "if a:\n  b\n",
                "if a:\n  c\n  if d:\n    e\n",
                "f\n    if a:\n        c\n        if d:\n            e\n"},
            {"four blanks become a tab", "f\n\tif a:\n\t\tb\n", "    if a:\n        b",
                "    if a:\n        c", "f\n\tif a:\n\t\tc\n"},
            {"a tab becomes two blanks", "f\n  if a:\n    b\n", "\tif a:\n\t\tb",
                "\tif a:\n\t\tb\n\t\t\tc", "f\n  if a:\n    b\n      c\n"},
            {"a first line that was cut out behind its indentation",
                "f\n    if (a) {\n        b ();\n    }\n", "if (a) {\n        b ();   \n    }",
                "if (a) {\n        c ();\n    }\n    d ();",
                "f\n    if (a) {\n        c ();\n    }\n    d ();\n"},
            {"another structure is refused", "if a:\n    b\n    c\n", "if a:\n    b\nc\n",
                "if a:\n    b\nd\n", "NO_MATCH"},
            {"what stands deeper is no exact match", "f:\n    if a:\n        b\n", "  b\n",
                "  b\n  c\n", "f:\n    if a:\n        b\n        c\n"},
            {"a brace is not taken for another", "\t}\n\treturn nil\n}\n",
                "    }\n    return nil\n}\n", "\t\t}\n\t\treturn nil x\n\t}\n", "NO_MATCH"},
            {"two places are two", "  a\nx\n\ta\n", "    a\n", "b\n", "AMBIGUOUS"},
            {"blank lines are nowhere", "a\n\nb\n", "  \n", "c\n", "NO_MATCH"},
            {"a blank line stays as it is written", "\ta\n\tb\n", "  a\n  b\n", "  a\n\n  c\n",
                "\ta\n\n\tc\n"},
            {"a missing final newline stays", "\ta\n\tb", "  a\n  b\n", "  a\n  c\n", "\ta\n\tc"},
        },
        MatchMode::automatic, Which::the_only_one);
    check({{"each place has its own indentation", "if x:\n  a ()\nelse:\n\ta ()\n", "    a ()\n",
              "    b ()\n", "if x:\n  b ()\nelse:\n\tb ()\n"}},
        MatchMode::automatic, Which::all);
}

TEST_CASE("tokens are found whatever the blanks between them")
{
    check(
        {
            {"in one line", "x = f(a,b)\n", "f( a, b )", "g(a, b)", "x = g(a,b)\n"},
            {"over lines", "x = f(a,\n      b)\n", "f(a, b)", "f(b)", "x = f(b)\n"},
            {"words are whole", "xf(a)\n", "f( a )", "g", "NO_MATCH"},
            {"whole lines go", "a\n  f (\n  b)\nc\n", "f(b)\n", "", "a\nc\n"},
            {"new lines are indented", "a\n\tf(b,\n\t  c);\nd\n", "    f(b, c);\n",
                "    f(b);\n    g(c);\n", "a\n\tf(b);\n\tg(c);\nd\n"},
            {"new lines in the midst of one are not guessed", "a = f( b )\n", "f(b)", "f(\nb)",
                "NO_MATCH"},
            {"two places are two", "f( a )\nf(a )\n", "f(a)", "g(a)", "AMBIGUOUS"},
            {"operators have blanks on both sides or none", "if (a==b && c) {\n", "if(a == b&&c){",
                "x", "x\n"},
            {"a bracket parts a sign from what is before it", "f( !a, -b )\n", "f(!a,-b)", "x",
                "x\n"},
            {"two operators are not one", "a ++ b\n", "a + + b", "x", "NO_MATCH"},
            {"nor do they part otherwise", "x <- 1\n", "x < -1", "y", "NO_MATCH"},
            {"a sign is none", "f(a -b)\n", "f( a - b )", "x", "NO_MATCH"},
            {"a name may have a dash in it", "(a-b)\n", "( a - b )", "x", "NO_MATCH"},
            {"a shell's assignment is no comparison", "a=b\nc\n", "a = b", "x", "NO_MATCH"},
            {"a macro's parameters stand behind its name", "#define F (x)\n", "#define F(x)", "y",
                "NO_MATCH"},
            {"quoted blanks count", "f(\"a  b\")\n", "f( \"a b\" )", "x", "NO_MATCH"},
            {"and breaks", "f('''a,\nb''' )\n", "f('''a, b''')", "x", "NO_MATCH"},
            {"and those of a quote that is open before", "'f( a ) b'\n", "f(a)", "x", "NO_MATCH"},
            {"around the quotes they don't", "f( \"a  b\" )\n", "f(\"a  b\")", "x", "x\n"},
            {"an apostrophe quotes nothing", "// don't f( a )\n", "f(a)", "x", "// don't x\n"},
            {"a comment ends with its line", "// a, b\nf()\n", "// a,\nb\nf( )", "x", "NO_MATCH"},
            {"a line break ends a statement", "return\nf( x )\n", "return f(x)", "y", "NO_MATCH"},
            {"another indentation is refused where nothing is new",
                "if a:\n    b(1, 2)\n    c()\nd()\n", "if a:\n    b(1,2)\nc()\n", "", "NO_MATCH"},
            {"and where a line is", "if a:\n    b(1, 2)\nc()\n", "if a:\n    b(1,2)\n    c()\n",
                "d()\n", "NO_MATCH"},
            {"one that is deeper throughout is none", "f\n\tif a:\n\t\tb(1, 2)\nd\n",
                "if a:\n    b(1,2)\n", "", "f\nd\n"},
            {"a block is a block on one line", "if (a) { f(); }\n", "if (a) {\n f();\n}", "x",
                "x\n"},
        },
        MatchMode::automatic, Which::the_only_one);
}

TEST_CASE("a pattern is found, and its groups are put in")
{
    check(
        {
            {"groups", "ab\n", "(a)(b)", "\\2\\1", "ba\n"},
            {"^ and $ are those of lines", "a\nb\r\nc\n", "^b$", "x", "a\nx\r\nc\n"},
            {"new lines have the end of their line", "a\r\nb\r\n", "b", "b\nc", "a\r\nb\r\nc\r\n"},
            {"a backslash", "a\n", "a", "\\\\", "\\\n"},
            {"a pattern that is none", "a\n", "(", "x", "BAD_PATTERN"},
            {"a group that is not there", "a\n", "a", "\\1", "BAD_PATTERN"},
            {"two places", "a a\n", "a", "b", "AMBIGUOUS"},
            {"nothing", "a\n", "x+", "y", "NO_MATCH"},
            {"returns that are named", "a\r\nb\n", "\\r", "", "a\nb\n"},
        },
        MatchMode::regex, Which::the_only_one);
    check({{"empty matches", "a\nb\n", "^", "> ", "> a\n> b\n"},
              {"no character is split", "\u00e4b", "x*", "-", "-\u00e4-b-"},
              {"nothing is matched directly behind a match", "abc", "b*", "-", "-a-c-"},
              {"the end of the text is one where it is asked for", "a\n", "\\z", "b\n", "a\nb\n"},
              {"a group over lines", "a\r\nb\r\n", "(a\nb)", "\\1!", "a\r\nb!\r\n"}},
        MatchMode::regex, Which::all);
}

TEST_CASE("exact is exact, and flexible is not")
{
    check({{"indentation counts", "\ta\n", "  a\n", "b\n", "NO_MATCH"}}, MatchMode::exact,
        Which::the_only_one);
    check({{"lines", "\ta\n", "  a\n", "  b\n", "\tb\n"}, {"tokens", "x a\n", "a", "b", "x b\n"}},
        MatchMode::flexible, Which::the_only_one);
    check({{"all", "a a\na\n", "a", "b", "b b\nb\n"},
              {"all of it is grown", "xx\n", "x", "xx", "CONFLICT"}},
        MatchMode::automatic, Which::all);
}

TEST_CASE("the diff of an edit is that of its lines")
{
    std::string text;
    for (int number = 1; number <= 30; ++number)
        text += std::to_string(number) + "\n";
    const Edited edited
        = edit_text(text, {"^(2|5|20)$", "\\1!", MatchMode::regex, Which::all}, "f");
    CHECK(unified_diff(text, edited.replacements, {"f", "f"}, 1000).text
        == "--- a/f\n+++ b/f\n@@ -1,8 +1,8 @@\n 1\n-2\n+2!\n 3\n 4\n-5\n+5!\n 6\n 7\n 8\n"
           "@@ -17,7 +17,7 @@\n 17\n 18\n 19\n-20\n+20!\n 21\n 22\n 23\n");
    const Edited last = edit_text("a\nb", {"x*", "-", MatchMode::regex, Which::all}, "f");
    CHECK(unified_diff("a\nb", last.replacements, {"f", "f"}, 1000).text
        == "--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-a\n+-a-\n-b\n\\ No newline at end of file\n"
           "+-b-\n\\ No newline at end of file\n");
    const Diff cut = unified_diff(text, edited.replacements, {"f", "f"}, 40);
    CHECK(cut.is_cut);
    CHECK(cut.text == "--- a/f\n+++ b/f\n@@ -1,8 +1,8 @@\n 1\n-2\n");
    CHECK(unified_diff("", {{{0, 0}, "a"}}, {{}, "n\n"}, 100).text
        == "--- /dev/null\n+++ \"b/n\\012\"\n@@ -0,0 +1,1 @@\n+a\n\\ No newline at end of file\n");
}

TEST_CASE("of places that overlap, each second one is replaced")
{
    check({{"two pairs", "aaaa", "aa", "b", "bb"},
              {"a pair and a rest", "aaaaa\n", "aa", "b", "bba\n"},
              {"in lines", "a\na\na\na\n", "a\na\n", "b\n", "b\nb\n"}},
        MatchMode::automatic, Which::all);
    check({{"they are more than one", "aaa", "aa", "b", "AMBIGUOUS"}}, MatchMode::automatic,
        Which::the_only_one);
}
