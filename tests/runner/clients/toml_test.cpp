#include "catch.hpp"

#include "runner/clients/toml.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"

using namespace runner::clients;

static std::string json_of(std::string_view text)
{
    try {
        return toml_document(text).dump();
    } catch (const toolkit::ToolError& error) {
        return error.message;
    }
}

TEST_CASE("TOML is read as JSON")
{
    const auto [text, expected] = GENERATE(table<std::string, std::string>({
        {"", "{}"},
        {"# only a comment", "{}"},
        {"a = 1\r\nb = \"x\" # c\n", R"({"a":1,"b":"x"})"},
        {"a.b.c = 1\na.d = 2", R"({"a":{"b":{"c":1},"d":2}})"},
        {"\"a b\" = 1\n'c.d' = 2\n\"\" = 3", R"({"a b":1,"c.d":2,"":3})"},
        {"[a]\nx = 1\n[a.b]\ny = 2\n[c]", R"({"a":{"x":1,"b":{"y":2}},"c":{}})"},
        {"[a.b]\nx = 1\n[a]\ny = 2", R"({"a":{"b":{"x":1},"y":2}})"},
        {"[ a . \"b c\" ]\nx = 1", R"({"a":{"b c":{"x":1}}})"},
        {"[[a]]\nx = 1\n[[a]]\n[a.b]\ny = 2", R"({"a":[{"x":1},{"b":{"y":2}}]})"},
        {"a = [1, [2, 'x'], # c\n  {b = 3},\n]", R"({"a":[1,[2,"x"],{"b":3}]})"},
        {"a = {b = 1, c.d = 'e'}", R"({"a":{"b":1,"c":{"d":"e"}}})"},
        {"a = []\nb = {}", R"({"a":[],"b":{}})"},
        {"a = \"\\t\\\"\\\\\\u00e4\\U0001F600\"", "{\"a\":\"\\t\\\"\\\\ä😀\"}"},
        {"a = 'C:\\x'", R"({"a":"C:\\x"})"},
        {"a = \"\"\"\nx\ny\\\n   z\"\"\"", R"({"a":"x\nyz"})"},
        {"a = '''\nx\\\n'y''''", R"({"a":"x\\\n'y'"})"},
        {"a = \"\"\"x\"\"\"\"\"", R"({"a":"x\"\""})"},
        {"a = [true, false, +7, -1_000, 0xff, 0o17, 0b11, 1.5, -2e3]",
            R"({"a":[true,false,7,-1000,255,15,3,1.5,-2000.0]})"},
        {"a = [inf, -nan]", R"({"a":["inf","-nan"]})"},
        {"a = 1979-05-27T07:32:00Z\nb = 1979-05-27 07:32:00\nc = 07:32:00",
            R"({"a":"1979-05-27T07:32:00Z","b":"1979-05-27 07:32:00","c":"07:32:00"})"},
    }));
    CHECK(json_of(text) == expected);
}

TEST_CASE("text that is not TOML is refused with its line")
{
    const auto [text, expected] = GENERATE(table<std::string, std::string>({
        {"a", "it is not TOML: line 1: '=' is missing after a key"},
        {"\n= 1", "it is not TOML: line 2: a key is missing"},
        {"a = ", "it is not TOML: line 1: a value is missing, or a text is not in quotes"},
        {"a = x", "it is not TOML: line 1: a value is missing, or a text is not in quotes"},
        {"a = 1 b = 2",
            "it is not TOML: line 1: more follows on the line than a key and its value"},
        {"a = 1\na = 2", "it is not TOML: line 2: 'a' is defined twice"},
        {"a = 1\na.b = 2", "it is not TOML: line 2: 'a' is defined already, and not as a table"},
        {"a = {}\na.b = 2", "it is not TOML: line 2: 'a' is defined already, and not as a table"},
        {"a = [1]\n[[a]]",
            "it is not TOML: line 2: 'a' is defined already, and not as an array of tables"},
        {"[[a]]\n[a]", "it is not TOML: line 2: 'a' is defined twice"},
        {"[a]\n[a]", "it is not TOML: line 2: 'a' is defined twice"},
        {"[a", "it is not TOML: line 1: the name of a table is not closed"},
        {"a = \"x\ny\"", "it is not TOML: line 2: a text is not closed on its line"},
        {"a = \"x", "it is not TOML: line 1: it ends too early"},
        {"a = \"\\q\"", "it is not TOML: line 1: a text has an unknown escape"},
        {"a = \"\\ud800\"", "it is not TOML: line 1: an escape is not a character"},
        {"a = \"\\u00g0\"",
            "it is not TOML: line 1: an escape has a character that is not a hexadecimal digit"},
        {"a = \"\xff\"", "it is not TOML: line 1: a text is not UTF-8, or has a NUL byte"},
        {"a = [1 2]", "it is not TOML: line 1: ',' or ']' is missing in an array"},
        {"a = {b = 1 c = 2}", "it is not TOML: line 1: ',' or '}' is missing in a table"},
    }));
    CHECK(json_of(text) == expected);
}

TEST_CASE("TOML is limited in depth and size")
{
    CHECK(
        json_of("a = " + std::string(100, '[')) == "it is not TOML: line 1: it is nested too deep");
    std::string keys = "a";
    for (int i = 0; i < 100; ++i)
        keys += ".a";
    CHECK(json_of(keys + " = 1") == "it is not TOML: line 1: it is nested too deep");
    std::string many = "a = [";
    for (std::size_t i = 0; i < max_toml_values; ++i)
        many += "1,";
    CHECK(json_of(many + "]") == "it is not TOML: line 1: there are too many values");
}
