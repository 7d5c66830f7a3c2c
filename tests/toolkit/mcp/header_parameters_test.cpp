#include "toolkit/mcp/listed_tool.hpp"

#include "catch.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"

using namespace toolkit;
using namespace toolkit::mcp;

TEST_CASE("H8: the parameters of a tool that headers repeat are those that its schema annotates")
{
    const Json schema = Json::parse(R"({"properties":{
        "region":{"type":"string","x-mcp-header":"Region"},
        "x-mcp-header":{"type":"object","properties":{
            "count":{"type":"integer","x-mcp-header":"Count"},"other":{"type":"string"}}},
        "on":{"type":["boolean","null"],"x-mcp-header":"On"},
        "plain":{"type":"object","default":{"x-mcp-header":"data"},
            "enum":[{"x-mcp-header":1}]}}})");
    const auto found = header_parameters(schema);
    REQUIRE(found.size() == 3);
    CHECK(found[0].field == "Mcp-Param-Region");
    CHECK(found[1] == HeaderParameter {"Mcp-Param-Count", {"x-mcp-header", "count"}});
    CHECK(found[2].field == "Mcp-Param-On");

    const Json arguments = Json::parse(R"({"region":"eu","x-mcp-header":{"count":-7}})");
    CHECK(header_text(found[0], arguments) == "eu");
    CHECK(header_text(found[1], arguments) == "-7");
    CHECK(header_text(found[0], Json::parse(R"({"region":true})")) == "true");
    CHECK(header_text(found[0], Json::parse(R"({"region":42.0})")) == "42");
    CHECK_THROWS_AS(
        header_text(found[0], Json::parse(R"({"region":9007199254740992})")), ToolError);
    for (const char* without : {"{}", "[]", R"({"region":null})", R"({"region":{}})",
             R"({"region":["a"]})", R"({"region":0.5})"})
        CHECK_FALSE(header_text(found[0], Json::parse(without)));
    CHECK(header_parameters(true).empty());
}

TEST_CASE("H8: an annotation where none may be is an error")
{
    const char* const rows[] = {
        R"({"x-mcp-header":"A","type":"string"})",
        R"({"properties":{"a":{"x-mcp-header":"A"}}})",
        R"({"properties":{"a":{"type":"number","x-mcp-header":"A"}}})",
        R"({"properties":{"a":{"type":"object","x-mcp-header":"A"}}})",
        R"({"properties":{"a":{"type":"string","x-mcp-header":""}}})",
        R"({"properties":{"a":{"type":"string","x-mcp-header":"A B"}}})",
        R"({"properties":{"a":{"type":"string","x-mcp-header":"A\r\nB"}}})",
        R"({"properties":{"a":{"type":"string","x-mcp-header":7}}})",
        R"({"properties":{"a":{"type":"string","x-mcp-header":"A:b"}}})",
        R"({"properties":{"a":{"type":"string","x-mcp-header":"Région"}}})",
        R"({"properties":{"a":{"type":"null","x-mcp-header":"A"}}})",
        R"({"properties":{"a":{"type":["string","integer"],"x-mcp-header":"A"}}})",
        R"({"properties":{"a":{"type":"array","items":{"type":"string"},"x-mcp-header":"A"}}})",
        R"({"properties":{"a":{"anyOf":[{"type":"string","x-mcp-header":"A"}]}}})",
        R"({"properties":{"a":{"patternProperties":{"b":{"type":"string","x-mcp-header":"A"}}}}})",
        R"({"additionalProperties":{"type":"string","x-mcp-header":"A"}})",
        R"({"properties":{"a":{"type":"string","x-mcp-header":"A"},
                          "b":{"type":"string","x-mcp-header":"a"}}})",
        R"({"properties":{"a":{"type":"array","items":{"type":"string","x-mcp-header":"A"}}}})",
        R"({"anyOf":[{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}]})",
        R"({"$defs":{"a":{"type":"string","x-mcp-header":"A"}}})",
        R"({"if":{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}})",
    };
    for (const char* row : rows) {
        INFO(row);
        CHECK_THROWS_AS(header_parameters(Json::parse(row)), ToolError);
    }
}

TEST_CASE("a text becomes the value of a header (C14)")
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
    CHECK(encoded_header(text) == value);
    CHECK(decoded_header(value) == text);
}

TEST_CASE("H8: a header may be encoded as base64")
{
    CHECK(decoded_header("us-west1") == "us-west1");
    CHECK(decoded_header("=?base64?SGVsbG8=?=") == "Hello");
    CHECK(decoded_header("=?base64?"
                         "?=")
        == "");
    CHECK(decoded_header("=?base64?SGVsbG8=") == "=?base64?SGVsbG8=");
    CHECK(decoded_header("=?base64?=") == "=?base64?=");
    CHECK_FALSE(decoded_header("=?base64?SGVsbG8?="));
    CHECK_FALSE(decoded_header("=?base64?SGVs!!!bG8=?="));
}
