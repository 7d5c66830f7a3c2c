#include "agent/mcp/server_uris.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"

namespace agent::mcp {

static constexpr std::string_view gateway_scheme = "mcp://";

std::string uri_at_gateway(const std::string& server, const std::string& uri)
{
    return std::string(gateway_scheme) + server + "/" + uri;
}

std::optional<ServerUri> server_uri_in(std::string_view uri)
{
    if (!uri.starts_with(gateway_scheme))
        return std::nullopt;
    uri.remove_prefix(gateway_scheme.size());
    const std::size_t end = uri.find('/');
    if (end == 0 || end == std::string_view::npos || end + 1 == uri.size())
        return std::nullopt;
    return ServerUri {std::string(uri.substr(0, end)), std::string(uri.substr(end + 1))};
}

void prefix_uri(Json& object, const char* key, const std::string& server)
{
    if (const Json& uri = json::member(object, key); uri.is_string())
        object[key] = uri_at_gateway(server, uri.get<std::string>());
}

void prefix_uri_of_block(Json& block, const std::string& server)
{
    const std::string type = json::string_member(block, "type");
    if (type == "resource_link")
        prefix_uri(block, "uri", server);
    else if (type == "resource" && block.contains("resource"))
        prefix_uri(block["resource"], "uri", server);
}

}
