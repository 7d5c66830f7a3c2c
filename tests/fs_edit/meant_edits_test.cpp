#include "catch.hpp"

#include "toolkit/system/error.hpp"
#include "tools/fs_edit/edit.hpp"

using namespace fs_edit;
using namespace toolkit::system;

// Requests that fit a file in two ways: what is accepted is what was meant.
namespace {

struct MeantEdit {
    const char* what;
    std::string before;
    std::string old_text;
    std::string new_text;
    std::string after; // or the code of the refusal
};

std::string after_meant_edit(const MeantEdit& edit, MatchMode mode)
{
    try {
        return edit_text(edit.before, {edit.old_text, edit.new_text, mode}, "f").text;
    } catch (const ToolError& error) {
        return std::string(wire_name(error.code));
    }
}

void check_meant(const std::vector<MeantEdit>& edits, MatchMode mode = MatchMode::automatic)
{
    for (const auto& edit : edits) {
        CAPTURE(edit.what);
        CHECK(after_meant_edit(edit, mode) == edit.after);
    }
}

const std::string wrapped_call = "def f():\n    if x:\n        g(a,\n          b)\n    h()\n";

}

TEST_CASE("the first of the lines that take the place of tokens has its own depth")
{
    check_meant({
        {"less deep", wrapped_call, "        g(a, b)\n    h()\n", "    h()\n",
            "def f():\n    if x:\n    h()\n"},
        {"less deep, of several", wrapped_call, "        g(a, b)\n    h()\n", "    i()\n    h()\n",
            "def f():\n    if x:\n    i()\n    h()\n"},
        {"deeper", wrapped_call, "        g(a, b)\n    h()\n", "            g(a, b)\n    h()\n",
            "def f():\n    if x:\n            g(a,\n          b)\n    h()\n"},
        {"a key of YAML", "dev:\n  debug: true\n  log: 1\n\nprod:\n  x: 1\n",
            "  log: 1\nprod:\n  x: 1\n", "prod:\n  x: 2\n", "dev:\n  debug: true\nprod:\n  x: 2\n"},
        {"in a text that is less deep", wrapped_call, "    g(a, b)\nh()\n", "h()\n",
            "def f():\n    if x:\n    h()\n"},
        {"one line, not as the old one", "if a:\n        f(b)\n", "    f( b )\n", "g(b)\n",
            "NO_MATCH"},
        {"one line, as the old one", "if a:\n        f(b)\n", "    f( b )\n", "    g(b)\n",
            "if a:\n        g(b)\n"},
    });
}

TEST_CASE("tokens that begin or end a line do so in the file, too")
{
    check_meant({
        {"an end", "return f(a) + 1\n", "return f( a )\n", "return None\n", "NO_MATCH"},
        {"a beginning", "x = f(a)\n", "    f( a )\n", "    g()\n", "NO_MATCH"},
        {"a blank is a gap", "x = f(a)\n", " f( a )", " g(a)", "x = g(a)\n"},
        {"an empty line more", "f(a)\nb\n", "f( a )\n", "g(a)\n\n", "g(a)\n\nb\n"},
        {"and less", "f(a)\n\nb\n", "f( a )\n\n", "g(a)\n", "g(a)\nb\n"},
        {"an empty line alone", "a\nf(a)\nb\n", "f( a )\n", "\n", "a\n\nb\n"},
    });
}

TEST_CASE("what is between tokens that stay is as in the file")
{
    check_meant({
        {"a tab", "Bob\t30\nEve\t31\n", "Eve 31", "Eve 32", "Bob\t30\nEve\t32\n"},
        {"of another name", "Eve\t31\n", "Eve 31", "Bob 32", "Bob\t32\n"},
        {"a field more", "Eve\t31\n", "Eve 31", "Eve Miller 31", "NO_MATCH"},
        {"a row more", "Eve\t31\n", "Eve 31\n", "Eve 31\nTom 40\n", "NO_MATCH"},
        {"a regular expression", "s.replace(/a  b/g, 'x');\n", "s.replace(/a b/g, 'x')",
            "s.replace(/a b/g, 'y')", "s.replace(/a  b/g, 'y');\n"},
        {"paragraphs", "Para one.\n\nPara two.\n", "Para one.\nPara two.", "Para one.\nPara 2.",
            "Para one.\n\nPara 2.\n"},
        {"a paragraph more", "Para one.\n\nPara two.\n", "Para one.\nPara two.",
            "Para one.\nPara two.\nPara three.", "NO_MATCH"},
        {"a here-document", "cat <<E\na  b\nE\nf(1)\n", "a b\nE\nf(1)", "a b\nE\nf(2)",
            "cat <<E\na  b\nE\nf(2)\n"},
        {"a line break in brackets", "f(a,\n  b)\n", "f(a, b)", "f(a, c)", "f(a,\n  c)\n"},
        {"CRLF", "f(a,\r\n  b)\r\ng()\r\n", "f(a, b)\ng()", "f(a, b)\nh()",
            "f(a,\r\n  b)\r\nh()\r\n"},
        {"blanks that are to change", "x = f(a)\n", "f( a )", "f(  a)", "x = f(  a)\n"},
    });
}

TEST_CASE("a depth that no line shows needs steps that are known to be the same")
{
    check_meant({
        {"a method", "class A:\n  def f(self):\n    x = 1\n    return x\n", "        return x\n",
            "        return x\n\n    def g(self):\n        return 2\n", "NO_MATCH"},
        {"a key", "a:\n  b:\n    c: 1\nz: 1\n", "        c: 1\n", "        c: 1\n    d: 2\n",
            "NO_MATCH"},
        {"steps half as wide", "a:\n    b:\n        c: 1\n", "    c: 1\n", "    c: 1\nd: 2\n",
            "NO_MATCH"},
        {"a block before one that is there", "a:\n  b:\n    c: 1\n", "    b:\n",
            "    b:\n        z: 0\n", "NO_MATCH"},
        {"the same steps", "class A:\n    def f(self):\n        return 1\n", "    return 1\n",
            "    if a:\n        return 2\n    return 1\n",
            "class A:\n    def f(self):\n        if a:\n            return 2\n        return 1\n"},
        {"two depths that are shared", "class A:\n  def f(self):\n    return 1\n",
            "    def f(self):\n        return 1\n",
            "    def f(self):\n        return 1\n    def g(self):\n",
            "class A:\n  def f(self):\n    return 1\n  def g(self):\n"},
    });
}

TEST_CASE("lines that become a part of a new one are not taken for lines that stay")
{
    check_meant({
        {"behind another depth", "a:\n  b:\n    c: 1\n  d: 2\n  e: 3\n", "  c: 1\nd: 2\n",
            "  x:\n    c: 1\n", "NO_MATCH"},
        {"with steps half as wide", "{\n  a;\n  b;\n", "{\n a;\n b;\n", "w:\n {\n  a;\n  b;\n",
            "NO_MATCH"},
    });
}

TEST_CASE("an edit is already applied if what it keeps shows it")
{
    check_meant({
        {"nothing is kept", "one\n2\nthree\n", "two", "2", "NO_MATCH"},
        {"another line with the same beginning", "f:\n  x = 45\ng:\n  x = 60\n", "x = 30", "x = 60",
            "NO_MATCH"},
        {"the only line with that beginning", "f:\n  x = 60\n", "x = 30", "x = 60", "CONFLICT"},
        {"the line above", "one\n2\nthree\n", "one\ntwo", "one\n2", "CONFLICT"},
        {"a word that is longer", "a = b\nc = bc\n", "a = b\nc", "a = b\nc = b",
            "a = b\nc = b = bc\n"},
        {"a dash that is typographic still", "f \u2013verbose \u201cx\u201d\n",
            "f \u2013verbose \"x\"", "f -verbose \"x\"", "f -verbose \u201cx\u201d\n"},
    });
}

TEST_CASE("a place that is not indented as the old text is in doubt if another way finds another")
{
    const std::string one_line = "f:\n    g(a, b)\n";
    const std::string joined = "h:\n        g(a,\n          b)\n";
    const std::string typographic = "h:\n        g(\u201ca\u201d)\n";
    const std::vector<MeantEdit> edits {
        {"a line, and two lines that are joined", one_line + joined, "        g(a, b)\n",
            "        g(c)\n", "AMBIGUOUS"},
        {"in a text of two lines", one_line + "    i()\n" + joined + "        i()\n",
            "        g(a, b)\n        i()\n", "        g(c)\n", "AMBIGUOUS"},
        {"two lines, and one", "f:\n  g(a,\n    b)\nh:\n    g(a, b)\n", "    g(a,\n      b)\n",
            "    g(c)\n", "AMBIGUOUS"},
        {"tabs for both", "f:\n\tg(a, b)\nh:\n\t\tg(a,\n\t\t\tb)\n", "        g(a, b)\n",
            "        g(c)\n", "AMBIGUOUS"},
        {"a line, and one with typographic quotes", "f:\n    g(\"a\")\n" + typographic,
            "        g(\"a\")\n", "        g(c)\n", "AMBIGUOUS"},
        {"tokens, and a line with typographic quotes", "f:\n    g( \"a\" )\n" + typographic,
            "        g(\"a\")\n", "        g(c)\n", "AMBIGUOUS"},
    };
    check_meant(edits);
    check_meant(edits, MatchMode::flexible);
    check_meant({
        {"the line is indented as the old text", one_line + joined, "    g(a, b)  \n", "    g(c)\n",
            "f:\n    g(c)\n" + joined},
        {"there is but one line", one_line, "        g(a, b)\n", "        g(c)\n",
            "f:\n    g(c)\n"},
        {"there are but two lines", joined, "    g(a, b)\n", "    g(c)\n", "h:\n        g(c)\n"},
        {"the line itself, with typographic quotes elsewhere",
            "f:\n    g(\"a\")\nh(\u201ca\u201d)\n", "        g(\"a\")\n", "        g(c)\n",
            "f:\n    g(c)\nh(\u201ca\u201d)\n"},
    });
}

TEST_CASE(
    "a text whose repeated lines are less deep than in both the request and the file is refused")
{
    const std::string loop
        = "def f():\n        while a:\n            if b:\n                return c\n";
    check_meant({
        {"in a third way", loop, "    while a:\n        if b:\n            return c\n",
            "    x()\n        return c\n", "NO_MATCH"},
        {"as in the request", loop, "    while a:\n        if b:\n            return c\n",
            "    while a:\n        x()\n", "def f():\n        while a:\n            x()\n"},
    });
}

TEST_CASE("an edit that is sent again is not made at another depth")
{
    const auto check_again = [](const std::string& old_text, const std::string& new_text) {
        CAPTURE(new_text);
        const MeantEdit edit {
            "", "a:\n  x = 1\n  y\nb:\n    x = 1\n    y\n", old_text, new_text, ""};
        const std::string after = after_meant_edit(edit, MatchMode::automatic);
        CHECK(after.starts_with("a:\n" + new_text));
        CHECK(after_meant_edit({"", after, old_text, new_text, ""}, MatchMode::automatic)
            == "AMBIGUOUS");
    };
    check_again("  x = 1\n  y\n", "  x = 2\n  y\n");
    check_again("  x = 1\n  y\n", "  x = 1\n  new\n  y\n");
    check_again("  x = 1\n  y\n", "  y\n");
    check_again("  x = 1\n", "  x = 2\n");
}

TEST_CASE("a brace that is taken for another does not tell how a text is indented")
{
    check_meant({{"in a third way", "\tdefault:\n\t\tg(n)\n\t}\n\treturn 0\n}\n",
        "    default:\n        g(n)\n    }\n    return 0\n}\n", "\t\tx()\n\t\t\tg(m)\n\t\t}\n\t}\n",
        "NO_MATCH"}});
}

TEST_CASE("a line that may be one of several does not tell how a text is indented")
{
    check_meant({{"deeper than the file", "\t\treturn\n\t}\n\treturn\n}\n",
                     "        return\n    }\n    return\n}\n",
                     "\t\t\tretry\n\t\tnew:\n\t\treturn\n\t\tmore\n\tlast:\n", "NO_MATCH"},
        {"the last one of both", "\t\treturn\n\t}\n\treturn\n",
            "        return\n    }\n    return\n", "\t\tretry()\n\t}()\n\treturn\n",
            "\t\tretry()\n\t}()\n\treturn\n"}});
}

TEST_CASE("a step that several lines deny is not that of the writer")
{
    check_meant({{"a list of words", "  a\n  b\n  c\n          d\n    e\n        f\n",
        " a\n b\n c\n     d\n", " x\n b\n y:\n  e\n     z\n", "NO_MATCH"}});
}

TEST_CASE("a line without a part of its indentation leaves the depth of lines below it open")
{
    const std::string call = "def f():\n    g(1,\n      2)\n\ndef h():\n    k()\n";
    check_meant({{"aligned", call, "   2)", "   2)\n      if x:\n", "NO_MATCH"},
        {"by a step", "a:\n    b:\n        c\n", "    c", "    c\n        d",
            "a:\n    b:\n        c\n            d\n"}});
}

TEST_CASE("lines that are named with the newline before them are not joined with the line above")
{
    const std::string list = "x = [\n    1,\n    2\n]\n";
    check_meant(
        {{"indented", list, "\n    2", "    2,\n    3", "x = [\n    1,\n    2,\n    3\n]\n"},
            {"with CRLF", "a\r\n  b\r\nc\r\n", "\n  b", "  d\n  e", "a\r\n  d\r\n  e\r\nc\r\n"},
            {"at the margin", "# a\nb\nc\n", "\nb", "d", "# a\nd\nc\n"},
            {"with both newlines", "# a\nb\nc\n", "\nb\n", "d", "# a\nd\nc\n"},
            {"joined by a blank", "if (x)\n{\n", "\n{", " {", "if (x) {\n"},
            {"joined without one", "a,\nb\n", "\nb", "b", "a,b\n"},
            {"a chain", "a\n    .b()\n", "\n    .b()", ".c()", "a.c()\n"},
            {"a list on one line", list, "\n    1,\n    2\n", "1, 2", "x = [1, 2]\n"},
            {"after an empty line", "a\n\nb\n", "\nb", "c", "a\nc\n"}});
    check_meant({{"at its word", "# a\nb\n", "\nb", "c", "# ac\n"}}, MatchMode::exact);
    CHECK(edit_text("\nb\na\nb\n", {"\nb", "c", MatchMode::automatic, Which::all}, "f").text
        == "c\na\nc\n");
}

TEST_CASE("lines that are named with both newlines around them leave one")
{
    const std::string lines = "a\n  b\n  c\nd\n";
    check_meant({{"removed", lines, "\n  b\n  c\n", "", "a\nd\n"},
        {"with CRLF", "a\r\nb\r\nc\r\n", "\nb\n", "", "a\r\nc\r\n"},
        {"without the last newline", lines, "\n  b\n  c\n", "\n  e", "a\n  e\nd\n"},
        {"before an empty line", "a\nb\n\nc\n", "\nb\n", "", "a\n\nc\n"},
        {"after an empty line", "a\n\nb\nc\n", "\nb\n", "", "a\nc\n"},
        {"at the end", "a\nb\n", "\nb\n", "", "a\n"},
        {"in brackets", "f(\n  a\n)\n", "\n  a\n", "", "f()\n"},
        {"newlines alone", "a\n\n\nb\n", "\n\n\n", "", "ab\n"},
        {"the beginning of the old text", lines, "\n  b\n", "\n  b", "a\n  b  c\nd\n"}});
    check_meant({{"at its word", lines, "\n  b\n  c\n", "", "ad\n"}}, MatchMode::exact);
}

TEST_CASE("a last line that ends in a blank as the old one is not joined with the next line")
{
    check_meant({{"kept", "a\nb \n{\n", "a\nb \n", "b ", "b \n{\n"},
        {"joined", "a\n{\n", "a\n", "b ", "b {\n"}});
}

TEST_CASE("a text that begins with an indentation is in doubt in the midst of a line")
{
    check_meant(
        {{"a whole line is alike", "const { a } = b\nfor (c) {\n}\n", " }", " }\n d", "AMBIGUOUS"},
            {"no other is", "const { a } = b\n", " }", ", d }", "const { a, d } = b\n"}});
}

TEST_CASE("an edit that is made already is not made again where blanks differ")
{
    check_meant({{"deeper", "  a(x);\n  b(y);\n", "    a(x);", "    a(x);\n    b(y);", "CONFLICT"},
        {"above", "  c(z);\n  a(x);\n  b(y);\n", "a(x);\nb(y);", "c(z);\na(x);\nb(y);", "CONFLICT"},
        {"wrapped", "if c:\n    a( x )\n    b(y)\n", "a(x)\nb(y)", "if c:\n  a(x)\n  b(y)",
            "CONFLICT"},
        {"a brace more", "  if a {\n    x()\n  }\n}\n", "if a {\n  x()\n}", "if a {\n  x()\n}\n}",
            "  if a {\n    x()\n  }\n  }\n}\n"}});
}

TEST_CASE("a part of a line is in doubt if whole lines are alike in another way")
{
    check_meant({{"within a word", "max = 1\nx  = 1\n", "x = 1", "x = 2", "AMBIGUOUS"},
        {"the beginning of a line", "// NULL on error, or\n//  NULL on error\n", "// NULL on error",
            "// none", "AMBIGUOUS"},
        {"indented, the beginning of a line", "def f():\n    \"\"\"Read.\n        \"\"\"\n",
            "    \"\"\"", "    pass", "AMBIGUOUS"},
        {"of typography", "it's late\nit’s\n", "it's", "it is", "AMBIGUOUS"},
        {"no line is alike", "max = 1\nx  = 12\n", "x = 1", "x = 2", "max = 2\nx  = 12\n"},
        {"a whole line", "x = 1\nx  = 1\n", "x = 1", "x = 2", "x = 2\nx  = 1\n"}});
    check_meant({{"at its word", "max = 1\nx  = 1\n", "x = 1", "x = 2", "max = 2\nx  = 1\n"}},
        MatchMode::exact);
    CHECK(edit_text("max = 1\nx  = 1\n", {"x = 1", "x = 2", MatchMode::automatic, Which::all}, "f")
              .text
        == "max = 2\nx  = 1\n");
}

TEST_CASE("a new text that is in some of the places is not put in twice there")
{
    const auto all_of = [](std::string_view text, std::string_view old, std::string_view fresh) {
        try {
            return edit_text(text, {old, fresh, MatchMode::automatic, Which::all}, "f").text;
        } catch (const ToolError& error) {
            return std::string(wire_name(error.code));
        }
    };
    CHECK(all_of("x = self.a + a\n", "a", "self.a") == "AMBIGUOUS");
    CHECK(all_of("a & b &amp; c\n", "&", "&amp;") == "AMBIGUOUS");
    CHECK(all_of("self.a + self.a\n", "a", "self.a") == "CONFLICT");
    CHECK(all_of("a + a\n", "a", "self.a") == "self.a + self.a\n");
    CHECK(all_of("a\n  b\n    c\n", "  ", "    ") == "a\n    b\n        c\n");
    CHECK(edit_text("self.a + a\n", {"a", "self.a", MatchMode::exact, Which::all}, "f").text
        == "self.self.a + self.a\n");
}
