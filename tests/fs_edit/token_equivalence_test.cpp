#include "catch.hpp"

#include "toolkit/match/search.hpp"
#include "tools/fs_edit/find/token_equivalence.hpp"

#include <string>

using namespace fs_edit::find;
using namespace toolkit;

namespace {

struct GapRow {
    const char* what;
    std::string text;
    std::string wanted;
};

void check_gaps(const std::vector<GapRow>& rows, std::size_t places)
{
    for (const auto& row : rows) {
        CAPTURE(row.what);
        REQUIRE(match::find_tokens(row.text, row.wanted).places.size() == 1);
        CHECK(find_same_tokens(row.text, row.wanted).places.size() == places);
    }
}

}

TEST_CASE("a quote lasts where it closes")
{
    check_gaps(
        {
            {"a backtick that none closes", "/* uses `foo' here */\nint f(int a, int b);\n",
                "int f(int a,int b);"},
            {"two of them", "the `foo'\nint f(int a, int b);\nthe `bar'\n", "int f(int a,int b);"},
            {"a triple one in a comment", "# three \"\"\"\nf(a, b)\n\"\"\"doc\"\"\"\n# \"\"\"\n",
                "f(a,b)"},
            {"an odd one in a comment", "// 6\" wide\nf(a, b);\ng(\"x\"); // 5\" wide\n",
                "f(a,b);"},
            {"an odd one that none closes", "6\" wide\nf(a, b);\ng(\"x\");\n", "f(a,b);"},
            {"a lifetime", "fn f(&'a self, x: u8)\nfn g(&'a self)\n", "fn f(&'a self,x: u8)"},
            {"behind a text of lines", "x = \"a\nb\"\nf(a, b)\n", "f(a,b)"},
            {"behind a raw one", "x = R\"(a\" \n)\";\nf(a, b)\n", "f(a,b)"},
        },
        1);
    check_gaps(
        {
            {"a template", "x = `a\nf(a, b)\n`;\n", "f(a,b)"},
            {"a shell's", "echo \"a\nf(a, b)\n\"\n", "f(a,b)"},
            {"with pairs in its lines", "echo \"a\n$(x \"y\")\nf(a, b)\n\"\n", "f(a,b)"},
            {"SQL's", "x = 'a\nf(a, b)';\n", "f(a,b)"},
            {"behind an address", "curl http://a 'b\nf(a, b)'\n", "f(a,b)"},
            {"a raw one", "x = R\"x(a\n\"f(a, b)\" )\"\nf(1)\n)x\"\n", "f(a,b)"},
            {"directly behind a word", "return'a, b'\n", "return'a,b'"},
            {"opened before the wanted text", "x = \"a\nb, c\", f(1)\n", "b,c\", f(1)"},
        },
        0);
}

TEST_CASE("blanks that no language heeds")
{
    check_gaps(
        {
            {"a key of JSON", "{\"a\": 1, \"b\": 2}\n", "{\"a\":1,\"b\":2}"},
            {"of more lines", "{\n  \"a\": -1\n}\n", "\"a\":-1"},
            {"a type", "def f(a: int, b: str):\n", "def f(a:int,b:str):"},
            {"a block behind a name", "class Foo {\n}\n", "class Foo{\n}"},
            {"brackets in brackets", "foo(bar(1));\n", "foo( bar( 1 ) );"},
            {"an operator in a statement", "x.y = a*b;\n", "x.y = a * b;"},
            {"in a condition", "if (a==b) x\n", "if (a == b) x"},
            {"without brackets", "if a==b:\n", "if a == b:"},
            {"items", "x = [1,2]\n", "x = [1, 2]"},
            {"of a braced list", "int a[] = {1,2};\n", "int a[] = {1, 2};"},
            {"a name and its value", "f(a=b)\n", "f(a = b)"},
            {"objects in objects", "{\"a\":{\"b\":1}}\n", "{ \"a\": { \"b\": 1 } }"},
            {"a lambda's parameters", "f([](int a,int b) {});\n", "f([](int a, int b) {});"},
            {"a loop", "for (int i=0; i<3; i++) {\n", "for (int i = 0; i < 3; i++) {"},
            {"columns", "int\tx;\n", "int x;"},
        },
        1);
}

TEST_CASE("blanks that some language heeds")
{
    check_gaps(
        {
            {"a shell's test", "[ \"$a\" = \"b\" ]\n", "[ \"$a\"=\"b\" ]"},
            {"of names", "test $a == b\n", "test $a==b"},
            {"its assignment", "export A=b\n", "export A = b"},
            {"its pattern", "rm -f a*b\n", "rm -f a * b"},
            {"its braces", "echo {a,b}\n", "echo {a, b}"},
            {"behind a path", "cp x/{a,b} y;\n", "cp x/{a, b} y;"},
            {"its two brackets", "(( a ))\n", "( ( a ) )"},
            {"its case", "  x) a=b;;\n", ") a = b;;"},
            {"a sum of lengths", "width: calc(1px + 2px);\n", "width: calc(1px+2px);"},
            {"of others", "x: calc((var(a) + var(b)) * 2);\n", "x: calc((var(a)+var(b)) * 2);"},
            {"a regular expression", "/a{1,2}/\n", "/a{1, 2}/"},
            {"in a call", "f(/a{1,2}/);\n", "f(/a{1, 2}/);"},
            {"a function of make", "x := $(subst a,b,c)\n", "x := $(subst a, b, c)"},
            {"CMake's arguments", "f(x -DA=b)\n", "f(x -DA = b)"},
            {"a name of Lisp", "(let (a*b))\n", "(let (a * b))"},
            {"an empty field", "a\t\tb\n", "a\tb"},
            {"fields", "a,b\n", "a, b"},
            {"a key of YAML", "a: b\n", "a:b"},
            {"in braces", "x: {a: 1, b: 2}\n", "{a:1, b:2}"},
            {"a selector", ".x { a:hover { y } }\n", ".x { a: hover { y } }"},
        },
        0);
}
