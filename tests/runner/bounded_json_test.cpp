#include "catch.hpp"

#include "runner/bounded_json.hpp"
#include "toolkit/error.hpp"
#include "toolkit/whole_json.hpp"

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
        parse_bounded(repeated("[", 65) + repeated("]", 65)), "it is JSON that nests deeper than 64");
}

TEST_CASE(
    "the whole text is the document: a NUL byte does not end it, and no byte order mark stands before it")
{
    const std::string nul(1, '\0');
    CHECK_THROWS_WITH(parse_bounded("{}" + nul + "{garbage"), "it is not JSON, at byte 3: a NUL byte");
    CHECK_THROWS_WITH(parse_bounded("[1," + nul + "2]"), "it is not JSON, at byte 4: a NUL byte");
    CHECK_THROWS_WITH(
        parse_bounded("\xef\xbb\xbf{}"), "it is not JSON, at byte 1: it begins with a byte order mark");
    CHECK(parse_bounded(R"("\u0000\ufeff")") == Json(nul + "\xef\xbb\xbf"));
}

#ifndef SANITIZED // a million values, and keys that are compared with all before them: a minute each there
TEST_CASE("what has too many values is refused")
{
    const std::string too_many = "it is JSON with more than 1000000 values";
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
    CHECK_THROWS_WITH(parse_bounded(wide_object(30'000)), "it is JSON with too many keys in one object");
}
#endif
