#include "catch.hpp"

#include "agent/calls/schema_patterns.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"

using namespace agent::calls;
using namespace toolkit::json;
using namespace toolkit::system;

static std::string text_of(const ToolError& error)
{
    return error.message + (error.hint.empty() ? "" : "; " + error.hint);
}

static std::string complaint(const std::string& schema, const std::string& value)
{
    const Schema checked(Json::parse(schema), compiled_by_re2);
    try {
        checked.check(Json::parse(value));
    } catch (const ToolError& error) {
        return text_of(error);
    }
    return "none";
}

TEST_CASE("a value that does not fit is told by its place, what is expected, and what came")
{
    const auto [schema, value, expected] = GENERATE(table<std::string, std::string, std::string>({
        {R"({"type":"object"})", "[]", "the object must be an object, not an array"},
        {R"({"properties":{"a":{"type":"integer"}}})", R"({"a":"x"})",
            "'a' must be an integer, not \"x\""},
        {R"({"properties":{"a":{"type":["string","null"]}}})", R"({"a":1})",
            "'a' must be a string or null, not 1"},
        {R"({"properties":{"a":{"type":"integer"}}})", R"({"a":3.0})", "none"},
        {R"({"properties":{"a":{"items":{"properties":{"b":{"minimum":1}}}}}})",
            R"({"a":[{"b":1},{"b":0}]})", "'a[1].b' must be at least 1, not 0"},
        {R"({"properties":{"path":{}},"additionalProperties":false})", R"({"pth":1})",
            "the object has an unknown field 'pth'; did you mean 'path'?"},
        {R"({"properties":{"a":{},"b":{}},"additionalProperties":false})", R"({"zzzzz":1})",
            "the object has an unknown field 'zzzzz'; it takes 'a', 'b'"},
        {R"({"required":["path"]})", "{}", "the object lacks 'path'"},
        {R"({"properties":{"a":{"required":["b"]}}})", R"({"a":{}})", "'a' lacks 'b'"},
        {R"({"dependentRequired":{"a":["b"]}})", R"({"a":1})",
            "the object lacks 'b', which 'a' needs"},
        {R"({"properties":{"a":{"enum":["x",1]}}})", R"({"a":"y"})",
            "'a' must be one of \"x\", 1, not \"y\""},
        {R"({"properties":{"a":{"const":{"k":[1.0]}}}})", R"({"a":{"k":[1]}})", "none"},
        {R"({"properties":{"a":{"maxLength":2}}})", R"({"a":"äöü"})",
            "'a' must have at most 2 characters, not 3"},
        {R"({"properties":{"a":{"pattern":"^x+$"}}})", R"({"a":"y"})",
            "'a' must match '^x+$', unlike \"y\""},
        {R"({"properties":{"a":{"uniqueItems":true}}})",
            R"({"a":[1,{"x":1,"y":2},{"y":2.0,"x":1}]})", "'a' must not have an object twice"},
        {R"({"anyOf":[{"type":"string"},{"properties":{"a":{"type":"null"}}}]})", R"({"a":1})",
            "'a' must be a null, not 1 (or be another one of 2 alternatives)"},
        {R"({"oneOf":[{},{}]})", "1",
            "the object fits 2 of the alternatives, of which it must be one"},
        {R"({"minimum":9007199254740993})", "9007199254740992",
            "the object must be at least 9007199254740993, not 9007199254740992"},
        {R"({"maximum":18446744073709551614})", "18446744073709551615",
            "the object must be at most 18446744073709551614, not 18446744073709551615"},
        {R"({"$ref":"#"})", "1", "it takes too long to be checked"},
        {R"({"$defs":{"t":{"type":"object","additionalProperties":{"$ref":"#/$defs/t"}}},"$ref":"#/$defs/t"})",
            R"({"a":{"b":{"c":1}}})", "'a.b.c' must be an object, not 1"},
    }));
    CHECK(complaint(schema, value) == expected);
}

TEST_CASE("a schema that can't be checked by is refused as a whole")
{
    const auto [schema, expected] = GENERATE(table<std::string, std::string>({
        {R"({"properties":{"a":{"unevaluatedItems":false}}})",
            "schema: '/properties/a/unevaluatedItems' is a keyword that is not supported; draft "
            "2020-12, as "
            "far "
            "as docs/runner.md lists it"},
        {R"({"propertys":{}})",
            "schema: '/propertys' is a keyword that is not supported; did you mean 'properties'?"},
        {R"({"type":"text"})", "schema: '/type' is not a type, or a list of types"},
        {R"({"required":"a"})", "schema: '/required' is not a list of names"},
        {R"({"minLength":-1})", "schema: '/minLength' is not a value that this keyword takes"},
        {R"({"items":[{}]})",
            "schema: '/items' is not a schema, which is an object, true or false"},
        {R"x({"pattern":"(?=x)"})x",
            "schema: '/pattern' is a pattern that can't be used: invalid perl operator: (?=; "
            "patterns are "
            "RE2 syntax"},
        {R"({"$ref":"#/$defs/x"})", "schema: '/$ref' is not a place in this schema"},
        {R"({"$ref":"https://example.com/x"})",
            "schema: '/$ref' is not '#', or '#/' and a place in the same schema"},
        {R"({"examples":[{"typ":1}],"$ref":"#/examples/0"})",
            "schema: '/$ref/typ' is a keyword that is not supported; did you mean 'type'?"},
        {R"({"x-order":1,"format":"any","$id":"mine","title":1})", "none"},
        {R"({"properties":{"a":{"$id":"a","example":1,"nullable":true,"xml":{"name":"a"},)"
         R"("discriminator":{"propertyName":"b"},"order":3}}})",
            "none"},
        {R"({"nullable":1})", "schema: '/nullable' is not a value that this keyword takes"},
    }));
    std::string text = "none";
    try {
        const Schema made(Json::parse(schema), compiled_by_re2);
    } catch (const ToolError& error) {
        text = text_of(error);
    }
    CHECK(text == expected);
}

TEST_CASE("a value that makes the most of a schema is not checked forever")
{
    const std::string schema = R"({"anyOf":[{"properties":{"a":{"$ref":"#"}},"required":["b"]},)"
                               R"({"properties":{"a":{"$ref":"#"}},"required":["b"]}]})";
    std::string value = "1";
    for (int depth = 0; depth < 60; ++depth)
        value = R"({"a":)" + value + "}";
    CHECK(complaint(schema, value) == "it takes too long to be checked");
}
