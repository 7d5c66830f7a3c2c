#include "runner/mcp/header_check.hpp"

#include "toolkit/json/members.hpp"
#include "toolkit/mcp/responses.hpp"
#include "toolkit/text/text.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace runner::mcp {

namespace protocol = toolkit::mcp;

// A value that a field can't hold is written "=?base64?…?=". Nothing if it is written wrong.
static std::optional<std::string> decoded(const std::string& value)
{
    constexpr std::string_view begin = "=?base64?";
    constexpr std::string_view end = "?=";
    if (!value.starts_with(begin) || !value.ends_with(end)
        || value.size() < begin.size() + end.size())
        return value;
    return text::base64_decode(
        std::string_view(value).substr(begin.size(), value.size() - begin.size() - end.size()));
}

static void require_field(
    const listen::HttpHead& head, const char* name, const char* key, const std::string& expected)
{
    if (!head.has(key))
        throw protocol::Malformed {
            protocol::header_mismatch, std::string("the header ") + name + " is missing"};
    const std::string value = head.value(key);
    const auto meant = key == std::string_view("mcp-name") ? decoded(value) : value;
    if (!meant || *meant != expected)
        throw protocol::Malformed {protocol::header_mismatch,
            std::string("the header ") + name + " is " + text::in_quotes(value)
                + ", and the body says " + text::in_quotes(expected)};
}

void check_headers(
    const listen::HttpHead& head, const protocol::Envelope& envelope, const Json& params)
{
    const std::string version = protocol::modern_version_in(params);
    const std::string_view method = envelope.method.view();
    require_field(head, "MCP-Protocol-Version", "mcp-protocol-version", version);
    require_field(head, "Mcp-Method", "mcp-method", std::string(method));
    if (method == "tools/call" || method == "prompts/get")
        require_field(head, "Mcp-Name", "mcp-name", json::string_member(params, "name"));
    if (method == "resources/read")
        require_field(head, "Mcp-Name", "mcp-name", json::string_member(params, "uri"));
}

}
