#include "catch.hpp"

#include "agent/mcp/http_head.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"

using namespace agent::mcp;
using toolkit::Json;
using toolkit::ToolError;

TEST_CASE("arguments go into the head as fields (C14)")
{
    const auto mirrored = toolkit::mcp::header_parameters(Json::parse(R"({"properties":{
        "region":{"type":"string","x-mcp-header":"Region"},
        "deep":{"type":"object","properties":{"count":{"type":"integer","x-mcp-header":"Count"}}},
        "on":{"type":["boolean","null"],"x-mcp-header":"On"}}})"));
    const auto fields = [&](const char* arguments) {
        std::string all;
        for (const auto& [name, value] : fields_of(mirrored, Json::parse(arguments)))
            all += name + "=" + value + ";";
        return all;
    };
    CHECK(fields(R"({"region":"ü","deep":{"count":-7},"on":false})")
        == "Mcp-Param-Region==?base64?w7w=?=;Mcp-Param-Count=-7;Mcp-Param-On=false;");
    CHECK(fields(R"({"region":null,"deep":{"count":42.0},"plain":"x"})") == "Mcp-Param-Count=42;");
    CHECK(fields(R"({"region":["a"],"deep":7})").empty());
    CHECK(fields("{}").empty());
    CHECK_THROWS_AS(fields(R"({"deep":{"count":9007199254740992}})"), ToolError);
}

TEST_CASE("an endpoint is on the server that names it")
{
    const auto base = toolkit::web::parse_address("http://host:8080/a/sse?key=1");
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
