#include "catch.hpp"

#include "runner/clients/document.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"

using namespace runner::clients;

TEST_CASE("comments and commas after the last element become spaces")
{
    const auto [text, expected] = GENERATE(table<std::string, std::string>({
        {R"({"a":1})", R"({"a":1})"},
        {"{// x\n\"a\":1}", "{    \n\"a\":1}"},
        {R"({"a":/* , */1})", R"({"a":       1})"},
        {"[1,\n2,\n]", "[1,\n2 \n]"},
        {R"({"a":[1, /* x */ ], })", R"({"a":[1          ]  })"},
        {R"({"a":"// no, ] /* \" */"})", R"({"a":"// no, ] /* \" */"})"},
        {"[,]", "[,]"},
        {"[1,,]", "[1,,]"},
        {"{\"a\":1} /* open", "{\"a\":1} /* open"},
        {"\"open", "\"open"},
        {"\"\\", "\"\\"},
    }));
    CHECK(without_comments(text) == expected);
}

TEST_CASE("comments that are not closed take linear time")
{
    std::string text;
    while (text.size() < 1 << 20)
        text += "/* ";
    CHECK(without_comments(text) == text);
    CHECK(without_comments("/**/" + text) == "    " + text);
    CHECK(without_comments("/*/") == "/*/");
    CHECK(without_comments("*/ /*") == "*/ /*");
}

TEST_CASE("the name of a file determines its language")
{
    CHECK(document_in("{\"a\": 1,}", "x.json").dump() == R"({"a":1})");
    CHECK(document_in("{\"a\": 1,}", "x").dump() == R"({"a":1})");
    CHECK(document_in("a = 1", "x.toml").dump() == R"({"a":1})");
    CHECK(document_in("a: 1", "x.yaml").dump() == R"({"a":1})");
    CHECK(document_in("a: [1, b]", "x.yml").dump() == R"({"a":[1,"b"]})");
    for (const char* path : {"x.json", "x.toml", "x.yaml"}) {
        CHECK_THROWS_AS(document_in("a = = :\n  - [", path), toolkit::ToolError);
        CHECK_THROWS_AS(document_in(std::string("\0", 1), path), toolkit::ToolError);
    }
    CHECK_THROWS_AS(document_in(R"({"a":1,"a":2})", "x.json"), toolkit::ToolError);
    CHECK_THROWS_AS(document_in("a: 1\na: 2", "x.yaml"), toolkit::ToolError);
}
