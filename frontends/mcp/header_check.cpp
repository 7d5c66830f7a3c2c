#include "frontends/mcp/header_check.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/mcp/listed_tool.hpp"
#include "toolkit/mcp/responses.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace frontends::mcp {

namespace protocol = toolkit::mcp;

static void require_field(
    const http::HttpHead& head, const char* name, const char* key, const std::string& expected)
{
    if (!head.has(key))
        throw protocol::Malformed {
            protocol::header_mismatch, std::string("the header ") + name + " is missing"};
    const std::string value = head.value(key);
    const auto meant
        = key == std::string_view("mcp-name") ? protocol::decoded_header(value) : value;
    if (!meant || *meant != expected)
        throw protocol::Malformed {protocol::header_mismatch,
            std::string("the header ") + name + " is " + text::in_quotes(value)
                + ", and the body says " + text::in_quotes(expected)};
}

static std::optional<std::string> text_in_body(
    const protocol::HeaderParameter& parameter, const Json& arguments)
{
    try {
        return protocol::header_text(parameter, arguments);
    } catch (const ToolError& error) {
        throw protocol::Malformed {protocol::header_mismatch, error.message};
    }
}

// Checks the headers of parameters: each parameter with a value needs its header, and no other
// header is allowed.
static void check_parameters(const http::HttpHead& head, const Json& params, const Json& tools)
{
    const std::string tool = json::string_member(params, "name");
    const auto found = std::find_if(tools.begin(), tools.end(),
        [&](const Json& one) { return json::string_member(one, "name") == tool; });
    if (found == tools.end())
        return;
    for (const auto& parameter : protocol::header_parameters(json::member(*found, "inputSchema"))) {
        const std::string key = text::in_lower_case(parameter.field);
        const auto expected = text_in_body(parameter, json::member(params, "arguments"));
        const auto meant = head.has(key) ? protocol::decoded_header(head.value(key)) : std::nullopt;
        if (head.has(key) != expected.has_value() || meant != expected)
            throw protocol::Malformed {protocol::header_mismatch,
                "the header " + parameter.field + " is not the value that the body has"};
    }
}

void check_headers(const http::HttpHead& head, const protocol::Envelope& envelope,
    const Json& params, const Json& tools)
{
    const std::string version = protocol::modern_version_in(params);
    const std::string_view method = envelope.method.view();
    require_field(head, "MCP-Protocol-Version", "mcp-protocol-version", version);
    require_field(head, "Mcp-Method", "mcp-method", std::string(method));
    if (method == "tools/call" || method == "prompts/get")
        require_field(head, "Mcp-Name", "mcp-name", json::string_member(params, "name"));
    if (method == "tools/call")
        check_parameters(head, params, tools);
    if (method == "resources/read")
        require_field(head, "Mcp-Name", "mcp-name", json::string_member(params, "uri"));
}

}
