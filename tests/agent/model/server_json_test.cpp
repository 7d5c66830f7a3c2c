#include "catch.hpp"

#include "agent/model/server_json.hpp"
#include "toolkit/json/json.hpp"

using namespace agent::model;

TEST_CASE("what servers write beside JSON is mended, and nothing else is changed")
{
    const auto [text, expected] = GENERATE(table<std::string, std::string>({
        {R"({"a":NaN,"b":[-Infinity,Infinity,-1]})", R"({"a":null,"b":[null,null,-1]})"},
        {R"({"a":"NaN \" NaN","b":NaN})", R"({"a":"NaN \" NaN","b":null})"},
        {"\xef\xbb\xbf[1]", "[1]"},
        {R"("\ud83d\ude00")", "\"\U0001F600\""},
        {R"("\ud83d\ude00 \ud83d")", "\"\U0001F600 \uFFFD\""},
        {R"("a\ude00b")", "\"a\uFFFDb\""},
        {R"("\ud83d\ud83d\ude00")", "\"\uFFFD\U0001F600\""},
        {R"("\ud83d\\ude00")", "\"\uFFFD\\\\ude00\""},
        {R"("\\ud83d")", R"("\\ud83d")"},
        {"\"a\xff"
         "b\"",
            "\"a\uFFFDb\""},
        {"\"\xe2\x82\"", "\"\uFFFD\uFFFD\""},
        {"\"\xc3\xa9\xed\xa0\x80\"", "\"\u00e9\uFFFD\uFFFD\uFFFD\""},
    }));
    CAPTURE(text);
    CHECK(parse_server_json(text).dump() == expected);
}

TEST_CASE("what is not JSON otherwise is refused")
{
    for (const char* text :
        {"", "NaN,", "{\"a\":NaNs}", "\"\xff", "\"\\ud83d", "\"\\", "\"\\\xff\"", "{\"a\":Nan}"}) {
        CAPTURE(text);
        CHECK_THROWS(parse_server_json(text));
    }
}
