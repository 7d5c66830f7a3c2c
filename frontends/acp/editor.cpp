#include "frontends/acp/editor.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/mcp/requests.hpp"
#include "toolkit/mcp/responses.hpp"

namespace frontends::acp {

namespace protocol = toolkit::mcp;

static constexpr int resource_not_found = -32002;

static int rpc_code_of(Code code)
{
    switch (code) {
    case Code::bad_request:
    case Code::unsupported: return protocol::invalid_params;
    case Code::not_found: return resource_not_found;
    default: return protocol::internal_error;
    }
}

void Editor::answer(std::string_view id, const Json& result)
{
    output.print(protocol::result_line(id, result));
}

void Editor::refuse(std::string_view id, const ToolError& error)
{
    refuse(id, rpc_code_of(error.code), error);
}

void Editor::refuse(std::string_view id, int code, const ToolError& error)
{
    Json data {{"code", system::wire_name(error.code)}};
    if (!error.hint.empty())
        data["hint"] = error.hint;
    output.print(protocol::error_line(id.empty() ? "null" : id,
        {code, error.message, data.dump(-1, ' ', false, Json::error_handler_t::replace)}));
}

void Editor::update(const std::string& session, const Json& update)
{
    notify("session/update", {{"sessionId", session}, {"update", update}});
}

std::int64_t Editor::ask(std::string_view method, const Json& params)
{
    output.print(protocol::request_line(++last_id, method, params));
    return last_id;
}

void Editor::notify(std::string_view method, const Json& params)
{
    output.print(protocol::notification_line(method, params));
}

}
