#include "catch.hpp"

#include "toolkit/json/object_text.hpp"

using toolkit::json::without_depth;

TEST_CASE("what nests too deep is null, and the rest stays")
{
    const auto [text, expected] = GENERATE(table<std::string, std::string>({
        {R"({"a":[[1]],"b":[2]})", R"({"a":[null],"b":[2]})"},
        {R"([{"a":{"b":{}}},{"c":1}])", R"([{"a":null},{"c":1}])"},
        {R"([["]",["\"["],2]])", R"([["]",null,2]])"},
        {R"([[[1)", R"([[null)"},
    }));
    CHECK(without_depth(text, 2) == expected);
}

TEST_CASE("a text without such values, or that is none, is left alone")
{
    const std::string text
        = GENERATE(as<std::string>(), "", "{}", R"({"a":[1,"[[["]})", "]]]]", "\"", "\"\\", "text");
    CHECK(!without_depth(text, 2));
}
