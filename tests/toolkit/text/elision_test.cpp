#include "toolkit/text/elision.hpp"

#include "tests/catch.hpp"

#include <string>

using toolkit::text::find_elision;
using toolkit::text::loses_lines;

namespace {

constexpr const char* function = "def f(x):\n    a(x)\n    b(x)\n    c(x)\n    return x\n";

bool elides(const std::string& old_text, const std::string& new_text)
{
    return find_elision({old_text, new_text, old_text}).has_value();
}

}

TEST_CASE("a line in the place of more lines elides them")
{
    const std::string line
        = GENERATE("# ... existing code ...", "# (unchanged)", "...", "# keep the rest",
            "[rest of function]", "pass  # implementation unchanged", "# etc.", "# same as above");
    INFO(line);
    CHECK(elides(function, "def f(x, y):\n    a(x)\n    " + line + "\n"));
}

TEST_CASE("new lines beside a placeholder do not make up for more that are lost")
{
    CHECK(elides("<ul>\n<li>1</li>\n<li>2</li>\n<li>3</li>\n</ul>\n",
        "<ul>\n<!-- existing items -->\n<li>4</li>\n</ul>\n"));
    CHECK(elides("class A:\n    def f(self):\n        a()\n        b()\n",
              "class A:\n    ...\n\n    def g(self):\n        c()\n\n"
              "    def h(self):\n        # unchanged\n")
        == false);
    CHECK(elides("{\n  a();\n  b();\n}\nint g()\n{\n  c();\n}\n",
        "{\n  // keep the rest\n}\nint g(int)\n{\n  c();\n}\n"));
    CHECK(elides("int f() {\n  a();\n  b();\n  return 1;\n}\n", "int f() { ... }\n"));
}

TEST_CASE("a line that takes no place from others is a line as any other")
{
    const std::string line = GENERATE("# (unchanged)", "...", "# keep the rest", "[rest of file]");
    INFO(line);
    CHECK_FALSE(elides(function, std::string(function) + line + "\n"));
    CHECK_FALSE(elides(function, line + "\n" + function));
    CHECK_FALSE(elides("a\nb\nc\n", "A\n" + line + "\nB\nC\n"));
    CHECK_FALSE(elides("a\n", line + "\n"));
    CHECK_FALSE(elides("", line + "\n"));
}

TEST_CASE("dots that are a whole body are code")
{
    CHECK_FALSE(elides(function, "def f(x):\n    ...\n"));
    CHECK_FALSE(elides(function, "def f(x):\n    ...\n\ndef g(x):\n    ...\n"));
    CHECK_FALSE(elides(function, "def f(x):\n    \"\"\"Do it.\"\"\"\n    ...\n"));
    CHECK(elides(function, "def f(x):\n    ...\n    return y\n"));
    CHECK(elides("class A:\n    def f(self):\n        a()\n        b()\n",
        "class A:\n    ...\n\n    x = 1\n"));
}

TEST_CASE("the lines around the old text tell, too")
{
    const std::string file = "class A:\n    def f(self):\n        a()\n        b()\n    x = 1\n";
    const std::string body = "        a()\n        b()\n";
    CHECK_FALSE(find_elision({body, "        ...\n", file}));
    CHECK_FALSE(find_elision({"a()\n        b()", "...", file}));
    CHECK_FALSE(find_elision({"a,\nb,\nc", "...", "f(a,\nb,\nc)\n"}));
    CHECK(find_elision({"a\nb\nc\n", "...\n", "x\na\nb\nc\ny\n"}) == "...");
}

TEST_CASE("a line that the file has is no placeholder")
{
    CHECK_FALSE(find_elision({"a\nb\nc\n", "// ...\n", "x\n  // ...\na\nb\nc\n"}));
    CHECK_FALSE(find_elision({"a\nb\nc\n", "...\n", "...\na\nb\nc\n"}));
    CHECK(find_elision({"a\nb\nc\n", "...\n", "x...\na\nb\nc\n"}) == "...");
    CHECK(find_elision({"a\nb\nc\n", "// ...\n# ...\n", "// ...\na\nb\nc\n"}) == "# ...");
}

TEST_CASE("lines are lost if more than two are missing")
{
    CHECK_FALSE(loses_lines("a\nb\nc\n\n", "  c\n"));
    CHECK(loses_lines("a\nb\nc\n", "d\n"));
    CHECK_FALSE(loses_lines("a\na\na\na\n", "d\n"));
}
