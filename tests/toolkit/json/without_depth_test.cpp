#include "catch.hpp"

#include "toolkit/json/object_text.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

#include <string>

using namespace toolkit;
using namespace toolkit::json;

TEST_CASE("what nests too deep becomes null, and nothing else changes")
{
    const struct {
        std::string text;
        std::size_t max_depth;
        std::optional<std::string> cut;
    } rows[] = {
        {"", 1, {}},
        {"[1,{}]", 2, {}},
        {R"({"a":"[[[["})", 1, {}},
        {R"({"a":"\"[[[["})", 1, {}},
        {"[1,{}]", 1, "[1,null]"},
        {"[[1],{\"a\":[2]} , 3]", 1, "[null,null , 3]"},
        {R"({"a":{"b":{"c":"}"},"d":[]},"e":1})", 2, R"({"a":{"b":null,"d":null},"e":1})"},
        {"[]", 0, "null"},
        {"[1,[2", 1, "[1,null"},
        {"]]][[]]", 1, "]]][null]"},
    };
    for (const auto& row : rows) {
        INFO(row.text);
        CHECK(without_depth(row.text, row.max_depth) == row.cut);
    }
}

TEST_CASE("JSON that is too deep for the parser is read without its depth")
{
    const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
    const std::string text = R"({"a":1,"deep":)" + deep + R"(,"b":[2]})";
    CHECK_THROWS_AS(parse_bounded(text), ToolError);
    const auto cut = without_depth(text, 64);
    REQUIRE(cut);
    CHECK(parse_bounded(*cut).at("b") == parse_bounded("[2]"));
    CHECK_FALSE(without_depth(*cut, 64));
}
