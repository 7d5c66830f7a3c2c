#include "catch.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/json/schema.hpp"
#include "toolkit/system/error.hpp"

using namespace toolkit::json;
using namespace toolkit::system;

struct Check {
    const char* schema;
    const char* value;
    const char* complaint; // "" where the value is valid
};

static const Check rows[] = {
    {R"({"type":"integer"})", "3", ""},
    {R"({"type":"integer"})", "3.0", ""},
    {R"({"type":"integer"})", "3.5", "'x' must be an integer, not 3.5"},
    {R"({"type":"integer"})", "9223372036854775807", ""},
    {R"({"type":"integer"})", "9223372036854775808",
        "'x' must be an integer, not 9223372036854775808"},
    {R"({"type":"integer"})", "1e300", "'x' must be an integer, not 1e+300"},
    {R"({"type":"integer"})", "\"3\"", "'x' must be an integer, not \"3\""},
    {R"({"type":"integer","minimum":1})", "0", "'x' must be at least 1, not 0"},
    {R"({"type":"integer","maximum":9})", "10", "'x' must be at most 9, not 10"},
    {R"({"type":"boolean"})", "1", "'x' must be a boolean, not 1"},
    {R"({"type":"string"})", "null", "'x' must be a string, not null"},
    {R"({"type":"string"})", "{}", "'x' must be a string, not an object"},
    {R"({"type":"string","enum":["a","b"]})", "\"c\"", R"('x' must be one of "a", "b", not "c")"},
    {R"({"type":"array","items":{"type":"string"}})", "[\"a\",1]",
        "'x[1]' must be a string, not 1"},
    {R"({"type":"array","maxItems":1,"items":{"type":"string"}})", "[\"a\",\"b\"]",
        "'x' must have at most 1 items, not 2"},
    {R"({"type":"object","additionalProperties":{"type":"string"}})", R"({"a":1})",
        "'x.a' must be a string, not 1"},
    {R"({"type":"object","additionalProperties":{"type":"string"}})", R"({"a":"1"})", ""},
    {R"({"type":"object","properties":{},"additionalProperties":false})", R"({"a":1})",
        "'x' has an unknown field 'a'"},
    {R"({"type":"object","properties":{"a":{"type":"string"}},"required":["a"]})", "{}",
        "'x' lacks 'a'"},
};

static std::string complaint(const Check& row)
{
    try {
        validate(Json::parse(row.schema), Json::parse(row.value), "x");
        return "";
    } catch (const ToolError& error) {
        CHECK(error.code == Code::bad_request);
        return error.message;
    }
}

TEST_CASE("validate names the first broken rule")
{
    for (const Check& row : rows) {
        CAPTURE(row.schema, row.value);
        CHECK(complaint(row) == row.complaint);
    }
}
