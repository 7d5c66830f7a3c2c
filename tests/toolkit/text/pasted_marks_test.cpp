#include "toolkit/text/pasted_marks.hpp"

#include "tests/catch.hpp"

#include <string>

using toolkit::text::find_pasted_marks;

namespace {

const std::string code = "def f(a):\n    x = \"b\"\n    return x < 1\n";

// The new text without its marks, or "none".
std::string plain(const std::string& old_text, const std::string& new_text,
    const std::string& name = "f.py", const std::string& file = code)
{
    const auto marks = find_pasted_marks({old_text, new_text, file}, name);
    return marks ? marks->plain : "none";
}

}

TEST_CASE("the '+' of a diff is found where the file has no such line")
{
    CHECK(plain("    x = \"b\"", "+    x = 2") == "    x = 2");
    CHECK(plain("    x = \"b\"\n", "    x = \"b\"\n+    y = 1\n") == "    x = \"b\"\n    y = 1\n");
    CHECK(plain("x\n", "+y\n", "f.c", "x\n") == "y\n");
    CHECK(plain("\tx\n", "+\ty\n", "f.c", "\tx\n") == "\ty\n");
    const char* const line
        = GENERATE("+ y\n", "++y\n", "+---+\n", "+=====+\n", "+49 30 1\n", "+\n", "  + y\n");
    INFO(line);
    CHECK(plain("x\n", line, "f.c", "x\n") == "none");
    CHECK(plain("x\n", "+    y\n", "f.md", "x\n") == "none");
    CHECK(plain("x\n", "+    y\n", "f.c", "x\n+z\n") == "none");
    CHECK(plain("", "+    y\n", "f.c", "") == "none");
}

TEST_CASE("a text that is a diff of the old one is found, and has its new lines alone")
{
    const std::string old = "    x = \"b\"\n    return x < 1\n";
    CHECK(plain(old, "-    x = \"b\"\n+    x = 2\n     return x < 1\n")
        == "    x = 2\n    return x < 1\n");
    CHECK(plain(old, "-    x = \"b\"\n     return x < 1\n") == "    return x < 1\n");
    CHECK(plain("x\n", "-x\n+y\n", "f.c", "x\n") == "y\n");
    CHECK(plain("x", "-x", "f.c", "x\n") == "none");
    CHECK(plain("  a: 1\n", "-  a: 1\n", "f.yaml", "b:\n- c\n  a: 1\n") == "none");
    CHECK(plain("  a: 1\n", "- a: 1\n", "f.yaml", "b:\n  a: 1\n") == "none");
}

TEST_CASE("an escaped newline is found where a newline brings back an old line or an indented one")
{
    CHECK(plain("    x = \"b\"", "    x = \"b\"\\n    z = 3") == "    x = \"b\"\n    z = 3");
    CHECK(plain("def f(a):\n", "def f(a):\\n    y = 1\n") == "def f(a):\n    y = 1\n");
    CHECK(plain("x", "x\\ny", "f.c", "x\n") == "x\ny");
    CHECK(plain("a {\n", "b {\\n\\tc\n", "f.c", "a {\n") == "b {\n\tc\n");
    CHECK(plain("", "import os\\n\\ndef f():\\n    pass\\n", "f.py", "")
        == "import os\n\ndef f():\n    pass\n");
    CHECK(plain("f('a')", "f('a\\n  b')", "f.c", "f('a')\n") == "none");
    CHECK(plain("f(`a`)", "f(`a\\n  b`)", "f.js", "f(`a`)\n") == "none");
    CHECK(plain("a", "s.split(/\\n/)", "f.js", "a\n") == "none");
    CHECK(plain("a", "s = R\"(f '{\"x\":\"y\\n  z\"}')\";", "f.cpp", "a\n") == "none");
    CHECK(plain("a", "s = R\"--(\"\\n  b", "f.cpp", "a\n") == "none");
    CHECK(plain("a", "R\"(\")\" b\\n  c", "f.cpp", "a\n") == "R\"(\")\" b\n  c");
    CHECK(plain("a", "\\newline\\n", "f.sty", "a\n") == "none");
    CHECK(plain("a", "b\\n  c", "f.c", "a\nd\\n\n") == "none");
}

TEST_CASE("quotes that all have a backslash are found where the old text has quotes without one")
{
    CHECK(plain("x = \"b\"", "x = \\\"c\\\\n\\\"") == "x = \"c\\n\"");
    CHECK(plain("\"b\"", "\\\"b\\\"") == "none");
    CHECK(plain("x = \"b\"", "x = \"\\\"c\\\"\"") == "none");
    CHECK(plain("x = \"b\"", "x = \\\"c\\\"", "f.py", "x = \"b\"\ny = \"\\\"\"\n") == "none");
    CHECK(plain("x = 'b'", "x = '\\\"c\\\"'", "f.py", "x = 'b'\n") == "none");
}

TEST_CASE("entities are found where a file has none, and the characters")
{
    CHECK(plain("    return x < 1", "    return x &lt; 2") == "    return x < 2");
    CHECK(plain("if a && b {", "if a &amp;&amp; c {", "f.go", "if a && b {\n") == "if a && c {");
    const char* const name = GENERATE("f.html", "f.tsx", "f.md", "f");
    INFO(name);
    CHECK(plain("    return x < 1", "    return x &lt; 2", name) == "none");
    CHECK(plain("    return x < 1", "    return \"&lt;\"") == "none");
    CHECK(plain("    return x < 1", "    # &lt;") == "none");
    CHECK(plain("    return x < 1", "    return x &lt; y > z") == "none");
    CHECK(plain("a < b", "a &lt; c", "f.c", "a < b\n&amp;\n") == "none");
    CHECK(plain("a", "a &lt; c", "f.c", "a\n") == "none");
}

TEST_CASE("a code fence around the new text is found in a file of code")
{
    CHECK(plain("    x = \"b\"\n", "```python\n    x = 2\n```\n") == "    x = 2\n");
    CHECK(plain("", "\n```\r\nx\r\n```", "f.c", "") == "x\r\n");
    CHECK(plain("x\n", "```\nx\n```\n", "f.md", "x\n") == "none");
    CHECK(plain("x\n", "```\nx\n```\n", "README", "x\n") == "none");
    CHECK(plain("x\n", "a\n```\nx\n```\n", "f.c", "x\n") == "none");
    CHECK(plain("x\n", "```\n", "f.c", "x\n") == "none");
    CHECK(plain("```\nx\n", "```\ny\n```\n", "f.c", "```\nx\n") == "none");
}

TEST_CASE("the line numbers of a listing are found where a file has no such lines")
{
    CHECK(plain("    x = \"b\"\n", "2\t    x = 2\n3\t    y = 3\n") == "    x = 2\n    y = 3\n");
    CHECK(plain("x\n", "2\u2192a\n\n3\u2192b\n", "f.c", "x\n") == "a\n\nb\n");
    CHECK(plain("x\n", "2\ta\n4\tb\n", "f.c", "x\n") == "none");
    CHECK(plain("x\n", "2\ta\n", "f.c", "x\n") == "none");
    CHECK(plain("1\tx\n", "2\ta\n3\tb\n", "f.c", "1\tx\n") == "none");
    CHECK(plain("", "1\ta\n2\tb\n", "f.tsv", "") == "none");
}

TEST_CASE("the number of the only added line is found if it is that of its line")
{
    CHECK(plain("    return x < 1\n", "3\t    return x\n") == "    return x\n");
    CHECK(plain("    x = \"b\"\n    return x < 1\n", "    x = \"b\"\n3:    return x\n")
        == "    x = \"b\"\n    return x\n");
    CHECK(plain("    return x < 1", "    17\t    return x") == "    return x");
    CHECK(plain("    return x < 1", "17\u2192    return x") == "    return x");
    CHECK(plain("    return x < 1", "17:    return x") == "none");
    CHECK(plain("    return x < 1", "3:    return x", "f.py", code + "7: x\n") == "none");
}

TEST_CASE("an escaped tab is found where the file is indented by tabs")
{
    CHECK(plain("\tcc a.c\n", "\\tcc b.c\n", "Makefile", "a:\n\tcc a.c\n") == "\tcc b.c\n");
    CHECK(plain("\tx\n", "\tx\n\\t\\ty\n", "f.go", "{\n\tx\n}\n") == "\tx\n\t\ty\n");
    CHECK(plain("x\n", "\\textbf{y}\n", "f.tex", "\\title{a}\n\tx\n") == "none");
    CHECK(plain("x\n", "\\tx\n", "f.c", "x\n") == "none");
    CHECK(plain("\tx\n", "\tf(\"\\t\")\n", "f.go", "{\n\tx\n}\n") == "none");
}

TEST_CASE("backticks and '${' that all have a backslash are found")
{
    const std::string script = "const a = `x ${b}`;\n";
    CHECK(plain("const a = `x ${b}`;", "const a = \\`y ${b}\\`;", "f.js", script)
        == "const a = `y ${b}`;");
    CHECK(plain("const a = `x ${b}`;", "const a = `y \\${b}`;", "f.js", script)
        == "const a = `y ${b}`;");
    CHECK(plain("`x ${b}`", "`x \\${b}`", "f.js", script) == "none");
    CHECK(plain("`x ${b}`", "`y \\${b} ${c}`", "f.js", script) == "none");
    CHECK(plain("const a", "const c = `\\``;\nconst a", "f.js", script) == "none");
}

TEST_CASE("escapes of JSON for '<', '>' and '&' are found outside quotes")
{
    CHECK(plain("    return x < 1", "    return x \\u003c 1 \\u0026\\u0026 y \\u003e \"\"")
        == "    return x < 1 && y > \"\"");
    CHECK(plain("    return x < 1", "    return \"\\u003c\"") == "none");
    CHECK(plain("x", "\\u003c", "f.md", "x\n") == "none");
    CHECK(plain("x", "\\u003c", "f.js", "x\n/\\u0026/\n") == "none");
    CHECK(plain("    return x < 1", "    return x == &apos;", "f.py", "    return x == 'a'\n")
        == "    return x == '");
}

TEST_CASE("what ends a call is found at the end of a text")
{
    CHECK(plain("    return x < 1", "    return 2\n</newString>") == "    return 2");
    CHECK(plain("    return x < 1\n", "    return 2</new_string>\n") == "    return 2\n");
    CHECK(plain("    return x < 1", "    return 2\n</parameter>\n</invoke>\n") == "    return 2\n");
    CHECK(plain("    return x < 1", "    return 2</parameter></invoke>") == "    return 2");
    CHECK(plain("    return x < 1", "    return 2<|im_end|>") == "    return 2");
    CHECK(plain("    return x < 1\n", "    return 2\n>>>>>>> REPLACE\n") == "    return 2\n");
    CHECK(plain("", "x = 1\n</content>\n", "f.py", "") == "x = 1\n");
    CHECK(plain("    return x < 1",
              "<<<<<<< SEARCH\n    return x < 1\n=======\n    return 2\n>>>>>>> REPLACE")
        == "    return 2");
    const char* const line = GENERATE("</div>", "x</newString>y", "<parameter>a</parameter>",
        "</list>", "=======", "x >>>>>>> REPLACE");
    INFO(line);
    CHECK(plain("    return x < 1", std::string(line) + "\n    return 2") == "none");
    CHECK(plain("<a>", "<b>\n</content>", "f.xml", "<a>\n") == "none");
    CHECK(plain("a", "b\n</new_string>", "f.md", "a\n") == "none");
    CHECK(plain("a", "b\n</invoke>", "f.py", "a\n# </invoke>\n") == "none");
}

TEST_CASE("a backslash that the language or the file has is trusted")
{
    struct Row {
        const char* old_text;
        const char* new_text;
        const char* name;
        const char* file;
    };
    const auto& row = GENERATE(values<Row>({
        {"dir = C:\\app", "dir = C:\\app\\new", "a.ini", "dir = C:\\app\n"},
        {"copy C:\\app x", "copy C:\\app\\new x", "a.bat", "copy C:\\app x\n"},
        {"// C:\\app", "// C:\\app\\new", "a.cs", "// C:\\app\n"},
        {"lib", "lib\\net48", "a.txt", "lib\n"},
        {"// see lib", "// see lib\\net48", "a.cs", "// see lib\n"},
        {"client", "client\\node_modules", ".gitignore", "client\n"},
        {"<a>lib</a>", "<a>lib\\net48</a>", "a.csproj", "<a>lib\n"},
        {"%APPDATA%", "%APPDATA%\\npm", "a.cmd", "%APPDATA%\n"},
        {"a", "a\\newpage", "a.tex", "a\n"},
        {"a =", "a = \\nonumber", "a.tex", "a =\n"},
        {"a =", "a = \\nonumber", "a.md", "a =\n"},
        {"a", "a\n\\textbf{b}", "a.tex", "\ta\n"},
        {"foldr (", "foldr (\\n acc -> n)", "a.hs", "foldr (\n"},
        {"f x =", "f x = \\n -> n", "a.hs", "f x =\n"},
        {"a.src = x", "a.src = x\\npm", "a.cpp", "a.src = x\nb.src = y\\node\n"},
        {"na\"ive", "na\\\"{i}ve", "a.tex", "na\"ive\n"},
        {"x = \"b\"", "x = '{\\\"b\\\": 1}'", "a.py", "x = \"b\"\n"},
        {"x = \"b\"", "-- val \\\"b\\\"", "a.hs", "x = \"b\"\n"},
        {"a", "a&amp;b", "a.csproj", "<a>\n"},
        {"a", "a&amp;b", "a.unknown", "<?xml version='1.0'?>\n<a>\n"},
        {"a", "a&amp;b", "a.unknown", "\xef\xbb\xbf<?xml version='1.0'?>\n<a>\n"},
        {"a", "x\n+bar\n", "a.stdout", "a\n"},
        {"x = \"a\";", "x = \"a\"\n+\"b\";", "a.js", "x = \"a\";\n"},
        {"y;", "+\"b\"\n", "a.js", "x = \"a\"\ny;\n"},
        {"a = {\n", "a = {\n1: \"a\",\n2: \"b\",\n", "a.py", "x = 1\na = {\n}\n"},
        {"a:\n", "a:\n  1: a\n  2: b\n", "a.yaml", "x: 1\na:\n"},
        {"a:\n", "a:\n  2: a\n", "a.yaml", "a:\n"},
        {"id\tname\n", "id\tname\n1\tAnn\n2\tBob\n", "a.txt", "id\tname\n"},
        {"id\tname\n", "id\tname\n2\tAnn\n", "a.txt", "id\tname\n"},
    }));
    INFO(row.new_text << " in " << row.name);
    CHECK(plain(row.old_text, row.new_text, row.name, row.file) == "none");
}

TEST_CASE("a backslash that the language does not have is found beside those that are trusted")
{
    struct Row {
        const char* old_text;
        const char* new_text;
        const char* name;
        const char* plain;
    };
    const auto& row = GENERATE(values<Row>({
        {"x = 1", "x = 1\\ny = 2", "a.py", "x = 1\ny = 2"},
        {"x = 1", "x = 1\\ny = 2", "a.sh", "x = 1\ny = 2"},
        {"a: 1", "a: 1\\nb: 2", "a.yaml", "a: 1\nb: 2"},
        {"main = do", "main = do\\n  print 1", "a.hs", "main = do\n  print 1"},
        {"a", "a\\n  \\newpage", "a.tex", "a\n  \\newpage"},
        {"return a", "return a\\nreturn b", "a.c", "return a\nreturn b"},
        {"x = \"b\"", "x = \\\"c\\\"", "a.py", "x = \"c\""},
        {"x;\n", "x;\n+\"b\";\n", "a.js", "x;\n\"b\";\n"},
    }));
    INFO(row.new_text << " in " << row.name);
    const std::string file = std::string(row.old_text) + "\n";
    CHECK(plain(row.old_text, row.new_text, row.name, file) == row.plain);
}

TEST_CASE("the place of the new text tells the number of a listing")
{
    const std::string file = "a\nb\n";
    const auto found = [&](std::size_t line) {
        return find_pasted_marks({"", "2\tx", file, line}, "f.c").has_value();
    };
    CHECK(found(2));
    CHECK(!found(3));
    CHECK(!found(0));
}
