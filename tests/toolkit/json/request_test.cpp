#include "catch.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/parse.hpp"
#include "toolkit/system/error.hpp"

using namespace toolkit::json;
using namespace toolkit::system;

static std::string nested(std::size_t depth)
{
    return R"({"a":)" + std::string(depth - 1, '[') + std::string(depth - 1, ']') + "}";
}

static std::string complaint(const std::string& text)
{
    try {
        parse_request(text);
        return "";
    } catch (const ToolError& error) {
        CHECK(error.code == Code::bad_request);
        return error.message;
    }
}

TEST_CASE("a request is one JSON object, or nothing")
{
    CHECK(parse_request("") == Json::object());
    CHECK(parse_request(" \r\n\t") == Json::object());
    CHECK(parse_request("{\n\"a\" : 1 }\n") == Json {{"a", 1}});
    CHECK(parse_request(R"({"a":{"b":[1,-2,3.5,true,null,"x"]}})").dump()
        == R"({"a":{"b":[1,-2,3.5,true,null,"x"]}})");
}

TEST_CASE("a request is refused where it is anything else")
{
    CHECK(complaint("[]") == "the request is a JSON array, not an object");
    CHECK(complaint("null") == "the request is a JSON null, not an object");
    CHECK(complaint(R"({"a":1,"a":2})") == "the request names 'a' twice");
    CHECK(complaint(R"({"x":{"a":1,"b":{},"a":2}})") == "the request names 'a' twice");
    CHECK(complaint(R"({"a":1} {"b":2})").starts_with("the request is not JSON, at byte 9:"));
    CHECK(complaint(R"({"a":1,})").starts_with("the request is not JSON, at byte 8:"));
    CHECK(complaint("{'a':1}").starts_with("the request is not JSON, at byte 2:"));
    CHECK(complaint("{\"a\":\"\xff\"}").starts_with("the request is not JSON, at byte"));
    CHECK(complaint(R"({"a":NaN})").starts_with("the request is not JSON, at byte"));
    CHECK(complaint(R"({"a":1e999})").starts_with("the request is not JSON, at byte"));
    const std::string unfinished(100'000, 'x');
    CHECK(complaint("{\"a\":\"" + unfinished).size() < 400);
}

TEST_CASE("the whole text is the request: a NUL byte does not end it, and no byte order mark "
          "stands before it")
{
    const std::string nul(1, '\0');
    const std::string object = R"({"a":1})";
    const std::string long_string = R"({"a":")" + std::string(10'000, 'x') + R"("})";
    const std::string mark = "\xef\xbb\xbf";
    CHECK(complaint(object + nul + "{garbage") == "the request is not JSON, at byte 8: a NUL byte");
    CHECK(complaint(object + nul) == "the request is not JSON, at byte 8: a NUL byte");
    CHECK(
        complaint(object + "\n" + nul + object).starts_with("the request is not JSON, at byte 9:"));
    CHECK(complaint(nul + object) == "the request is not JSON, at byte 1: a NUL byte");
    CHECK(complaint(nul) == "the request is not JSON, at byte 1: a NUL byte");
    CHECK(complaint(R"({"a":)" + nul + "1}") == "the request is not JSON, at byte 6: a NUL byte");
    CHECK(complaint(R"({"a":"x)" + nul + R"("})")
        == "the request is not JSON, at byte 8: a NUL byte");
    CHECK(
        complaint(long_string + nul + "x") == "the request is not JSON, at byte 10009: a NUL byte");
    CHECK(complaint(mark + object)
        == "the request is not JSON, at byte 1: it begins with a byte order mark");
    CHECK(
        complaint(mark) == "the request is not JSON, at byte 1: it begins with a byte order mark");
    CHECK(complaint(object + mark).starts_with("the request is not JSON, at byte 8:"));
    CHECK(parse_request(R"({"a":"\u0000)" + mark + R"("})") == Json {{"a", nul + mark}});
}

TEST_CASE("a name may stand again in another object")
{
    CHECK(complaint(R"({"a":{"a":1},"b":[{"a":1},{"a":2}]})").empty());
}

TEST_CASE("a request nests at most 64 deep")
{
    CHECK(complaint(nested(64)).empty());
    CHECK(complaint(nested(65)) == "the request nests deeper than 64");
    CHECK(complaint(nested(1'000'000)) == "the request nests deeper than 64");
}

TEST_CASE("many members are read in linear time, and too many are refused")
{
    std::string text = "{\"a\":0";
    for (int index = 0; index < 99'998; ++index)
        text += ",\"" + std::to_string(index) + "\":0";
    CHECK(parse_request(text + "}").size() == 99'999); // quadratic time would not come back
    CHECK(complaint(text + ",\"b\":0}") == "the request has more than 100000 values");
}

TEST_CASE("a long number and a long string without an end are refused where they begin")
{
    const std::string digits(100'000, '1');
    CHECK(complaint("{\"a\":\"b\",\"c\":" + digits + "}")
        == "the request is not JSON, at byte 14: a number has more than 1000 characters");
    CHECK(complaint("{\"a\":[" + digits)
        == "the request is not JSON, at byte 7: a number has more than 1000 characters");
    CHECK(complaint("{\"a\":\"" + digits)
        == "the request is not JSON, at byte 6: a string has no end");
    CHECK(complaint("{\"a\":\"" + digits + "\\q\"}")
        == "the request is not JSON, at byte 6: a string has an escape or a character that is not "
           "allowed");
    CHECK(complaint("{\"a\":\" " + digits + "\"}").empty());
    CHECK(complaint("{\"a\":\" " + digits.substr(0, 2000) + "\"}").empty());
    CHECK(complaint("{\"a\":" + digits.substr(0, 300) + "}").empty());
}
