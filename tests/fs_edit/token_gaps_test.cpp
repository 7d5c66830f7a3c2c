#include "catch.hpp"

#include "tools/fs_edit/search.hpp"

#include <string>

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
        REQUIRE(find_tokens(row.text, row.wanted).places.size() == 1);
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
            {"a triple one in a comment", "# three \"\"\"\nf(a, b)\n\"\"\"doc\"\"\"\n# \"\"\"\n", "f(a,b)"},
            {"an odd one in a comment", "// 6\" wide\nf(a, b);\ng(\"x\"); // 5\" wide\n", "f(a,b);"},
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
