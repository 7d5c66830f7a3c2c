#include "catch.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"

using namespace toolkit::json;

TEST_CASE("a path into any JSON ends in a value or in null")
{
    const Json json = Json::parse(R"({"a":{"b":"text"},"n":7,"list":["a"]})");
    CHECK(member(member(json, "a"), "b") == "text");
    CHECK(&member(json, "n") == &json["n"]);
    for (const char* name : {"absent", "n", "list"})
        CHECK(member(member(json, name), "b").is_null());
    CHECK(string_member(member(json, "a"), "b") == "text");
    CHECK(string_member(json, "n").empty());
    CHECK(string_member(json, "absent").empty());
    CHECK(string_member(Json(), "a").empty());
}
