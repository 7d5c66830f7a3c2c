// What the text of a file says about a quote, and where a path has appeared.

#include "catch.hpp"
#include "frontends/agents/evidence.hpp"

#include <string>
#include <vector>

using frontends::agents::check_quote;
using frontends::agents::LineRange;
using frontends::agents::SeenTexts;

static const std::string file
    = "int a;\r\n\nint b = 2;  \n\tif (a)\n\t\treturn b;\nint a2;\nend\nend";

TEST_CASE("a quote stands in its lines, has moved, or does not stand")
{
    struct Row {
        const char* what;
        LineRange said;
        const char* quote;
        const char* why; // empty: it stands
        LineRange lines;
        bool has_moved;
    };
    const std::vector<Row> rows {
        {"a whole line", {3, 3}, "int b = 2;", "", {3, 3}, false},
        {"a part of a line", {3, 3}, "b = 2", "", {3, 3}, false},
        {"more lines than the quote has", {1, 5}, "return b", "", {1, 5}, false},
        {"several lines", {3, 4}, "int b = 2;\n\tif (a)", "", {3, 4}, false},
        {"whitespace at the ends of lines", {3, 4}, "int b = 2; \t\r\n\tif (a)  \n", "", {3, 4},
            false},
        {"CRLF in the file", {1, 3}, "int a;\n\nint b", "", {1, 3}, false},
        {"whitespace at the beginning of a line counts", {4, 5}, "if (a)\n  return b",
            "the quote does not stand in the file", {}, false},
        {"the wrong lines", {1, 2}, "return b;", "", {5, 5}, true},
        {"several lines elsewhere", {1, 2}, "if (a)\n\t\treturn", "", {4, 5}, true},
        {"lines that do not exist", {90, 95}, "int b", "", {3, 3}, true},
        {"lines in the wrong order", {3, 1}, "int b", "", {3, 3}, true},
        {"a line 0", {0, 3}, "nothing", "startLine and endLine are no range of lines", {}, false},
        {"no such line and no such quote", {7, 9}, "nothing", "the file has 8 lines", {}, false},
        {"the last line, without a newline", {8, 8}, "end", "", {8, 8}, false},
        {"elsewhere twice", {1, 1}, "end",
            "the quote does not stand in these lines, and elsewhere more than once", {}, false},
        {"another letter", {3, 3}, "int B = 2;", "the quote does not stand in the file", {}, false},
        {"no quote", {1, 1}, " \n", "the quote is empty", {}, false},
    };
    for (const auto& row : rows) {
        INFO(row.what);
        const auto check = check_quote(file, row.said, row.quote);
        CHECK(check.why == row.why);
        CHECK(check.lines == row.lines);
        CHECK(check.has_moved == row.has_moved);
    }
}

TEST_CASE("no more than 200 lines are evidence")
{
    std::string many;
    for (int line = 0; line < 300; ++line)
        many += "x\n";
    CHECK(check_quote(many, {1, 200}, "x").why.empty());
    CHECK(check_quote(many, {1, 201}, "x").why == "these are more than 200 lines");
    CHECK(check_quote("", {1, 1}, "x").why == "the file has 0 lines");
}

TEST_CASE("a path appears only as a whole")
{
    const auto appears = [](const char* text, const char* path) {
        SeenTexts seen;
        seen.add(text);
        return seen.names(path);
    };
    CHECK(appears(R"({"path":"src/a.c"})", "src/a.c"));
    CHECK(appears(R"({"path":"./src/a.c"})", "src/a.c"));
    CHECK(appears(R"({"lines":"x\nsrc/a.c:12: y"})", "src/a.c"));
    CHECK(appears(R"({"src/a.c":3})", "src/a.c"));
    CHECK(appears("it is in src/a.c.", "src/a.c"));
    CHECK_FALSE(appears(R"({"path":"src/a.cpp"})", "src/a.c"));
    CHECK_FALSE(appears(R"({"path":"src/a.c.orig"})", "src/a.c"));
    CHECK_FALSE(appears(R"({"path":"lib/src/a.c"})", "src/a.c"));
    CHECK_FALSE(appears(R"({"path":"../src/a.c"})", "src/a.c"));
    CHECK_FALSE(appears(R"({"path":"my-src/a.c"})", "src/a.c"));
    CHECK_FALSE(appears(R"({"path":"src/a.c/x"})", "src/a.c"));
    CHECK_FALSE(appears(R"({"a":["src","a.c"]})", "src/a.c"));
    CHECK_FALSE(appears("", ""));
}
