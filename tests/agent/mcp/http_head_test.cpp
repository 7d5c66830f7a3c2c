#include "catch.hpp"

#include "agent/mcp/http_head.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"

using namespace agent::mcp;
using toolkit::Json;
using toolkit::ToolError;

TEST_CASE("a text becomes the value of a field (C14)")
{
    const auto [text, value] = GENERATE(table<std::string, std::string>({
        {"us-west1", "us-west1"},
        {"", ""},
        {"us west 1", "us west 1"},
        {"Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="},
        {" padded ", "=?base64?IHBhZGRlZCA=?="},
        {"line1\nline2", "=?base64?bGluZTEKbGluZTI=?="},
        {"\tindented", "=?base64?CWluZGVudGVk?="},
        {"=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="},
        {"=?base64?", "=?base64?"},
    }));
    CHECK(field_value(text) == value);
}

static Json schema_with(const std::string& properties)
{
    return Json::parse(R"({"type":"object","properties":)" + properties + "}");
}

TEST_CASE("arguments that go into the head are found, and their values (C14)")
{
    const auto mirrored = mirrored_arguments(schema_with(R"({
        "region":{"type":"string","x-mcp-header":"Region"},
        "deep":{"type":"object","properties":{"count":{"type":"integer","x-mcp-header":"Count"}}},
        "on":{"type":["boolean","null"],"x-mcp-header":"On"},
        "plain":{"type":"string","default":{"x-mcp-header":"no"},"enum":[{"x-mcp-header":1}]},
        "x-mcp-header":{"type":"string"}})"));
    CHECK(mirrored
        == std::vector<MirroredArgument> {{"Mcp-Param-Region", {"region"}},
            {"Mcp-Param-Count", {"deep", "count"}}, {"Mcp-Param-On", {"on"}}});
    const auto fields = [&](const char* arguments) {
        std::string all;
        for (const auto& [name, value] : fields_of(mirrored, Json::parse(arguments)))
            all += name + "=" + value + ";";
        return all;
    };
    CHECK(fields(R"({"region":"a b","deep":{"count":-7},"on":false})")
        == "Mcp-Param-Region=a b;Mcp-Param-Count=-7;Mcp-Param-On=false;");
    CHECK(fields(R"({"region":null,"deep":{"count":42.0},"plain":"x"})") == "Mcp-Param-Count=42;");
    CHECK(fields(R"({"region":["a"],"deep":7})").empty());
    CHECK(fields("{}").empty());
    CHECK_THROWS_AS(fields(R"({"deep":{"count":9007199254740992}})"), ToolError);
}

TEST_CASE("a schema with a bad x-mcp-header is refused (C14)")
{
    const std::string properties = GENERATE(as<std::string>(),
        R"({"a":{"type":"string","x-mcp-header":""}})",
        R"({"a":{"type":"object","x-mcp-header":"A"}})",
        R"({"a":{"type":"array","items":{"type":"string"},"x-mcp-header":"A"}})",
        R"({"a":{"type":"null","x-mcp-header":"A"}})",
        R"({"a":{"type":"number","x-mcp-header":"A"}})", R"({"a":{"x-mcp-header":"A"}})",
        R"({"a":{"type":["string","integer"],"x-mcp-header":"A"}})",
        R"({"a":{"type":"string","x-mcp-header":"A"},"b":{"type":"string","x-mcp-header":"a"}})",
        R"({"a":{"type":"string","x-mcp-header":"My Region"}})",
        R"({"a":{"type":"string","x-mcp-header":"A:b"}})",
        R"({"a":{"type":"string","x-mcp-header":"Région"}})",
        R"({"a":{"type":"string","x-mcp-header":"A\t1"}})",
        R"({"a":{"type":"string","x-mcp-header":7}})",
        R"({"a":{"type":"array","items":{"type":"string","x-mcp-header":"A"}}})",
        R"({"a":{"anyOf":[{"type":"string","x-mcp-header":"A"}]}})",
        R"({"a":{"if":{"properties":{"b":{"type":"string","x-mcp-header":"A"}}}}})",
        R"({"a":{"patternProperties":{"b":{"type":"string","x-mcp-header":"A"}}}})");
    CAPTURE(properties);
    CHECK_THROWS_AS(mirrored_arguments(schema_with(properties)), ToolError);
}

TEST_CASE("an x-mcp-header of no argument is refused")
{
    const std::string text = GENERATE(as<std::string>(), R"({"type":"string","x-mcp-header":"A"})",
        R"({"type":"object","$defs":{"a":{"type":"string","x-mcp-header":"A"}}})",
        R"({"type":"object","additionalProperties":{"type":"string","x-mcp-header":"A"}})");
    CHECK_THROWS_AS(mirrored_arguments(Json::parse(text)), ToolError);
}

TEST_CASE("an endpoint is on the server that names it")
{
    const auto base = agent::model::parse_address("http://host:8080/a/sse?key=1");
    const auto [given, target] = GENERATE(table<std::string, std::string>({
        {"/messages?sessionId=1", "/messages?sessionId=1"},
        {"messages", "/a/messages"},
        {"?session=2", "/a/sse?session=2"},
        {"http://host:8080/m", "/m"},
        {"HTTP://HOST:8080", "/"},
        {"//host:8080/m?x", "/m?x"},
        {"http://other:8080/m", ""},
        {"http://host/m", ""},
        {"https://host:8080/m", ""},
        {"//other/m", ""},
        {"http://me@host:8080/m", ""},
        {"http://host:8080@other/m", ""},
        {"ftp://host:8080/m", ""},
        {"/a b", ""},
        {"/a\r\nX: y", ""},
        {"/a#b", ""},
        {"", ""},
    }));
    CAPTURE(given);
    CHECK(place_of_messages(base, given).value_or("") == target);
}
