#include "toolkit/mcp/header_parameters.hpp"

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
        "plain":{"type":"object","default":{"x-mcp-header":"data"}}}})");
    const auto found = header_parameters(schema);
    REQUIRE(found.size() == 2);
    CHECK(found[0].name == "Region");
    CHECK(found[1].path == std::vector<std::string> {"x-mcp-header", "count"});

    const Json arguments = Json::parse(R"({"region":"eu","x-mcp-header":{"count":-7}})");
    CHECK(header_text(found[0], arguments) == "eu");
    CHECK(header_text(found[1], arguments) == "-7");
    CHECK(header_text(found[0], Json::parse(R"({"region":true})")) == "true");
    for (const char* without : {"{}", "[]", R"({"region":null})", R"({"region":{}})"})
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
