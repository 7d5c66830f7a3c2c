#include "catch.hpp"

#include "toolkit/json/parse.hpp"
#include "toolkit/json/schema_words.hpp"

using namespace toolkit;

static std::string words(const std::string& schema)
{
    return json::words_of_schema(json::parse_bounded(schema));
}

TEST_CASE("a schema in words has its type and its limits")
{
    CHECK(words(R"({"type":"string"})") == "string");
    CHECK(words(R"({"type":"string","minLength":1})") == "string, not empty");
    CHECK(words(R"({"type":"string","minLength":2,"maxLength":8})")
        == "string from 2 to 8 characters");
    CHECK(words(R"({"type":"string","pattern":"^0?[0-7]{3}$"})")
        == "string that matches ^0?[0-7]{3}$");
    CHECK(words(R"({"type":"string","enum":["name","size"]})") == R"("name", "size")");
    CHECK(words(R"({"type":"integer","minimum":1,"maximum":600})") == "integer from 1 to 600");
    CHECK(words(R"({"type":"integer","minimum":0})") == "integer of at least 0");
    CHECK(words(R"({"type":"number","maximum":0.5})") == "number of at most 0.5");
    CHECK(words(R"({"type":"boolean","default":true})") == "boolean");
}

TEST_CASE("a schema in words says what arrays and objects hold")
{
    CHECK(words(R"({"type":"array","items":{"type":"string"}})") == "array of strings");
    CHECK(words(R"({"type":"array","items":{"type":"string"},"maxItems":9})")
        == "array of strings, at most 9");
    CHECK(words(R"({"type":"array","items":{"type":"object","properties":{"n":{},"to":{}},)"
                R"("required":["n"]}})")
        == "array of objects with n, to?");
    CHECK(words(R"({"type":"object","additionalProperties":{"type":"string"}})")
        == "object of strings");
    CHECK(words(R"({"type":"object"})") == "object");
}

TEST_CASE("a schema that says nothing, or is none, has no words")
{
    for (const char* schema : {"{}", "[]", "7", "null", R"({"type":["string","null"]})",
             R"({"type":7,"enum":"a","minimum":1})", R"({"description":"x"})"})
        CHECK(words(schema).empty());
    CHECK(words(R"({"type":"array","items":[1]})") == "array of values");
    CHECK(words(R"({"type":"object","additionalProperties":false})") == "object");
}
