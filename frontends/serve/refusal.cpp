#include "frontends/serve/refusal.hpp"

#include "toolkit/text/text.hpp"

namespace frontends::serve {

Refusal unknown_run(const std::string& id)
{
    return {404, "NOT_FOUND", "there is no run " + text::in_quotes(id),
        "GET /v1/runs lists those that are kept"};
}

Refusal unknown_session(const std::string& name)
{
    return {404, "NOT_FOUND", "there is no session " + text::in_quotes(name),
        "GET /v1/sessions lists them"};
}

Refusal busy(int status, const std::string& message, int seconds)
{
    http::HttpResponse response = http::error_response(status, "BUSY", message, "try again later");
    response.fields.emplace_back("Retry-After", std::to_string(seconds));
    return Refusal(std::move(response));
}

http::HttpResponse response_to(const ToolError& error)
{
    const auto as = [&](int status) {
        return http::error_response(
            status, system::wire_name(error.code), error.message, error.hint);
    };
    switch (error.code) {
    case Code::bad_request:
    case Code::unsupported: return as(422);
    case Code::not_found: return as(404);
    case Code::already_exists:
    case Code::conflict: return as(409);
    case Code::too_large: return as(413);
    case Code::permission_denied:
        return http::error_response(403, "FORBIDDEN", error.message, error.hint);
    case Code::no_space: return busy(503, "the state directory takes no more").response;
    default:
        return http::error_response(500, system::wire_name(error.code),
            "the server could not do this", "its operator finds the reason on its stderr");
    }
}

}
