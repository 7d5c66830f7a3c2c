#include "toolkit/mcp/requests.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/json/json_value.hpp"
#include "toolkit/json/object_text.hpp"
#include "toolkit/text/elision.hpp"
#include "toolkit/text/text.hpp"

#include <utility>

namespace toolkit::mcp {

// Completes a message that lacks only its params.
static std::string line_of(json::ObjectText message, const Json& params)
{
    if (!params.is_null())
        message.add_json("params", params.dump(-1, ' ', false, Json::error_handler_t::replace));
    return message.take() + "\n";
}

static Json client_info() { return {{"name", "agentcli"}, {"version", AGENTCLI_VERSION}}; }

std::string request_line(std::int64_t id, std::string_view method, const Json& params)
{
    json::ObjectText message;
    message.add("jsonrpc", "2.0");
    message.add("id", id);
    message.add("method", method);
    return line_of(std::move(message), params);
}

std::string notification_line(std::string_view method, const Json& params)
{
    json::ObjectText message;
    message.add("jsonrpc", "2.0");
    message.add("method", method);
    return line_of(std::move(message), params);
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

std::string implementation_named_in(const Json& info)
{
    constexpr std::size_t max_name = 100;
    std::string name = json::string_member(info, "name");
    if (const std::string version = json::string_member(info, "version"); !version.empty())
        name += " " + version;
    return text::shortened(text::printable(name), max_name);
}

}
