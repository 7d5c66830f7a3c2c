#include "toolkit/mcp/requests.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/mcp/versions.hpp"

namespace toolkit::mcp {

static std::string line_of(const Json& message)
{
    return message.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

static Json client_info() { return {{"name", "agentcli"}, {"version", AGENTCLI_VERSION}}; }

std::string request_line(std::int64_t id, std::string_view method, const Json& params)
{
    Json message {{"jsonrpc", "2.0"}, {"id", id}, {"method", std::string(method)}};
    if (!params.is_null())
        message["params"] = params;
    return line_of(message);
}

std::string notification_line(std::string_view method, const Json& params)
{
    Json message {{"jsonrpc", "2.0"}, {"method", std::string(method)}};
    if (!params.is_null())
        message["params"] = params;
    return line_of(message);
}

Json initialize_params(const Json& capabilities)
{
    return {{"protocolVersion", legacy_versions.back()}, {"capabilities", capabilities},
        {"clientInfo", client_info()}};
}

void add_modern_meta(Json& params, const Json& capabilities)
{
    Json& meta = params["_meta"];
    meta[version_key] = modern_version;
    meta[client_key] = client_info();
    meta[capabilities_key] = capabilities;
}

}
