#include "catch.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

using namespace toolkit::json;
using namespace toolkit::system;

static std::string repeated(const std::string& text, int times)
{
    std::string result;
    while (times-- > 0)
        result += text;
    return result;
}

TEST_CASE("an answer with many small objects is read")
{
#ifdef SANITIZED
    constexpr int objects = 10'000;
#else
    constexpr int objects = 100'000;
#endif
    const std::string match = R"({"path":"a.c","line":1,"col":1,"preview":"x"},)";
    CHECK(parse_bounded("[" + repeated(match, objects) + "0]").size() == objects + 1);
    CHECK_NOTHROW(parse_bounded(repeated("[", 64) + repeated("]", 64)));
}

TEST_CASE("what nests deep is refused")
{
    CHECK_THROWS_WITH(
        parse_bounded(repeated("[", 65) + repeated("]", 65)), "it nests deeper than 64");
}

TEST_CASE("the whole text is the document: a NUL byte does not end it, and no byte order mark "
          "stands before it")
{
    const std::string nul(1, '\0');
    CHECK_THROWS_WITH(
        parse_bounded("{}" + nul + "{garbage"), "it is not JSON, at byte 3: a NUL byte");
    CHECK_THROWS_WITH(parse_bounded("[1," + nul + "2]"), "it is not JSON, at byte 4: a NUL byte");
    CHECK_THROWS_WITH(parse_bounded("\xef\xbb\xbf{}"),
        "it is not JSON, at byte 1: it begins with a byte order mark");
    CHECK(parse_bounded(R"("\u0000\ufeff")") == Json(nul + "\xef\xbb\xbf"));
}

TEST_CASE(
    "a name that an object has twice is refused where that is asked for; else the last one counts")
{
    const std::string twice = R"({"a":1,"b":{"c":2,"c":[3]},"a":4})";
    CHECK(parse_bounded(twice).dump() == R"({"a":4,"b":{"c":[3]}})");
    CHECK_THROWS_WITH(parse_bounded(twice, RepeatedNames::refused), "it names 'c' twice");
    CHECK(parse_bounded(R"([{"a":1},{"a":1}])", RepeatedNames::refused).size() == 2);
}

TEST_CASE("long strings are read as short ones, also as names, and an error names the place in the "
          "whole text")
{
    const std::string ys(10'000, 'y');
    const std::string text
        = R"({"a":")" + ys + R"(\n\u00e9","b":["c",")" + ys + R"("],")" + ys + R"(":{"d":null}})";
    CHECK(parse_bounded(text) == Json::parse(text));
    CHECK(parse_bounded("\"" + ys + "\"") == Json(ys));
    CHECK_THROWS_WITH(parse_bounded("[\"" + ys + "\",]"),
        Catch::Matchers::StartsWith(
            "it is not JSON, at byte 10005: parse error at line 1, column 10005: "));
    CHECK_THROWS_WITH(parse_bounded("[\n\"" + ys + "\",\n\"" + ys + "\"\n:"),
        Catch::Matchers::StartsWith(
            "it is not JSON, at byte 20010: parse error at line 4, column 1: "));
    CHECK_THROWS_WITH(parse_bounded(R"({"a":1})" + ys),
        Catch::Matchers::StartsWith("it is not JSON, at byte 8: "));
}

TEST_CASE("the error about a long number does not repeat it")
{
    const std::string digits(1'000'000, '9');
    for (const std::string& text :
        {digits, "[" + digits + "]", R"({"a":-)" + digits + "}", digits + "x"}) {
        try {
            parse_bounded(text);
            FAIL("it is read");
        } catch (const ToolError& error) {
            CHECK(error.message.size() < 300);
        }
    }
}

TEST_CASE("members are found at the top of an object alone, and all of the text is checked")
{
    const std::vector<std::string> names {"seq", "prev"};
    const auto found = [&](const std::string& text) { return members_in(text, names).dump(); };
    CHECK(found(R"({"x":{"seq":9},"prev":"a","y":[{"prev":1}],"seq":3})")
        == R"({"prev":"a","seq":3})");
    CHECK(found(R"({"seq":1,"seq":2,"prev":{"a":[{"seq":7}]},"x":[{}]})")
        == R"({"seq":2,"prev":{"a":[{"seq":7}]}})");
    CHECK(found(R"({"x":{"y":[{}]},"z":[[1]]})") == "{}");
    CHECK(found(R"([{"seq":1}])") == "null");
    CHECK(found(R"(["seq",1])") == "null");
    CHECK(found("7") == "null");
    const std::string ys(10'000, 'y');
    CHECK(found(R"({"x":[")" + ys + R"("],"seq":")" + ys + "\"}") == R"({"seq":")" + ys + "\"}");
    CHECK_THROWS_AS(found(R"({"seq":1,"prev":"a")"), ToolError);
    CHECK_THROWS_AS(found(R"({"seq":1,"prev":"a"} x)"), ToolError);
    CHECK_THROWS_AS(found(repeated("[", 65) + repeated("]", 65)), ToolError);
}

// a million values, and keys that are compared with all before them: a minute each there
#ifndef SANITIZED
TEST_CASE("what has too many values is refused")
{
    const std::string too_many = "it has more than 1000000 values";
    CHECK_THROWS_WITH(parse_bounded("[" + repeated("0,", 1'000'000) + "0]"), too_many);
    CHECK_THROWS_WITH(parse_bounded("[" + repeated("[],", 1'000'000) + "0]"), too_many);
}

static std::string wide_object(int keys)
{
    std::string text = "{";
    for (int key = 0; key < keys; ++key)
        text += (key == 0 ? "\"" : ",\"") + std::to_string(key) + "\":0";
    return text + "}";
}

TEST_CASE("an object has some ten thousand keys at most")
{
    CHECK(parse_bounded(wide_object(10'000)).size() == 10'000);
    CHECK_THROWS_WITH(parse_bounded(wide_object(30'000)), "it has too many names in one object");
}
#endif

TEST_CASE("names are found again among many, and in each object by itself")
{
    std::string text = "{";
    for (int key = 0; key < 100; ++key)
        text += "\"" + std::to_string(key) + R"(":{"a":1,"b":2},)";
    CHECK(parse_bounded(text + R"("100":0})", RepeatedNames::refused).size() == 101);
    CHECK_THROWS_WITH(
        parse_bounded(text + R"("17":0})", RepeatedNames::refused), "it names '17' twice");
    const Json last = parse_bounded(text + R"("17":"last"})");
    CHECK(last.size() == 100);
    CHECK(last["17"] == "last");
    CHECK(last["18"] == Json {{"a", 1}, {"b", 2}});
}

TEST_CASE("the rules are the caller's")
{
    CHECK_NOTHROW(parse_json("[[1]]", {.max_depth = 2, .max_values = 3}));
    CHECK_THROWS_WITH(parse_json("[[1]]", {.max_depth = 1, .subject = "the text"}),
        "the text nests deeper than 1");
    CHECK_THROWS_WITH(parse_json("[[1]]", {.max_values = 2}), "it has more than 2 values");
    CHECK_THROWS_WITH(parse_json(R"({"a":1,"b":2,"c":3})", {.max_comparisons = 2}),
        "it has too many names in one object");
    CHECK_THROWS_WITH(parse_json("[secret]", {}), Catch::Matchers::EndsWith("invalid literal"));
    CHECK_THROWS_WITH(parse_request("[secret]"), Catch::Matchers::EndsWith("invalid literal"));
}
