#include "agent/mcp/http_head.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"

namespace agent::mcp {

HttpFields fields_of(
    const std::vector<toolkit::mcp::HeaderParameter>& parameters, const Json& arguments)
{
    HttpFields fields;
    for (const auto& parameter : parameters)
        if (const auto text = toolkit::mcp::header_text(parameter, arguments))
            fields.emplace_back(parameter.field, toolkit::mcp::encoded_header(*text));
    return fields;
}

static bool is_same_origin(const web::Url& one, const web::Url& other)
{
    return one.scheme == other.scheme && one.port == other.port
        && text::in_lower_case(one.host) == text::in_lower_case(other.host);
}

std::optional<std::string> place_of_messages(const web::Url& base, std::string_view given)
{
    const std::string origin
        = (base.scheme == web::Scheme::https ? "https://" : "http://") + web::authority(base);
    const std::string path = base.path.empty() ? "/" : base.path;
    std::string whole(given);
    if (given.starts_with("//"))
        whole = origin.substr(0, origin.find('/')) + whole;
    else if (given.starts_with('/'))
        whole = origin + whole;
    else if (given.starts_with('?'))
        whole = origin + path + whole;
    else if (given.find("://") == std::string_view::npos)
        whole = origin + path.substr(0, path.rfind('/') + 1) + whole;
    try {
        const web::Url url = web::parse_address(whole);
        if (given.empty() || !is_same_origin(url, base))
            return std::nullopt;
        return (url.path.empty() ? "/" : url.path) + url.query;
    } catch (const ToolError&) {
        return std::nullopt;
    }
}

}
