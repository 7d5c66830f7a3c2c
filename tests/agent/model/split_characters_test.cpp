#include "catch.hpp"

#include "agent/model/server_json.hpp"
#include "agent/model/split_characters.hpp"
#include "toolkit/json/json.hpp"

using namespace agent::model;
using namespace toolkit::json;

// What the strings of this name say together.
static std::string text_of_all(const std::vector<std::string>& events, const char* name)
{
    SplitCharacters characters;
    std::string text;
    for (const auto& event : events) {
        const Json json = parse_server_json(characters.joined(event));
        text += json.value(name, "");
    }
    return text;
}

TEST_CASE("characters that are split over strings of one name are joined")
{
    const auto [events, expected] = GENERATE(table<std::vector<std::string>, std::string>({
        {{R"({"x":"a\ud83d"})", R"({"x":"\ude00b"})"}, "a\xf0\x9f\x98\x80\x62"},
        {{R"({"x":"\uD83D"})", R"({"y":"","x":""})", R"({"x":"\uDE00"})"}, "\xf0\x9f\x98\x80"},
        {{"{\"x\":\"a\xf0\x9f\"}", "{\"x\":\"\x98\"}", "{\"x\":\"\x80z\"}"}, "a\xf0\x9f\x98\x80z"},
        {{"{\"x\":\"\xc3\"}", "{\"y\":\"other\",\"x\":\"\xbc\"}"}, "\xc3\xbc"},
        {{R"({"x":"\ud83d"})", R"({"x":"b"})"}, "\xef\xbf\xbd\x62"},
        {{R"({"x":"\ud83da"})", R"({"x":"\ude00"})"}, "\xef\xbf\xbd\x61\xef\xbf\xbd"},
        {{R"({"x":"\\ud83d"})", R"({"x":"b"})"}, "\\ud83db"},
        {{R"({"x":"\\\ud83d"})", R"({"x":"\ude00"})"}, "\\\xf0\x9f\x98\x80"},
        {{R"({"index":0,"x":"\ud83d"})", R"({"index":1,"x":"b"})", R"({"index":0,"x":"\ude00"})"},
            "b\xf0\x9f\x98\x80"},
        {{R"({"x":"\ud83d\ude00"})", R"({"x":"\ude00"})"}, "\xf0\x9f\x98\x80\xef\xbf\xbd"},
        {{R"({"x":"\ud83d"})"}, ""},
    }));
    CHECK(text_of_all(events, "x") == expected);
}
