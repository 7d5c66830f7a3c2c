#include "frontends/mcp/client_requests.hpp"

#include "toolkit/json/json_value.hpp"
#include "toolkit/mcp/requests.hpp"

#include <utility>

namespace frontends::mcp {

std::uint64_t ClientRequests::send(const To& to, std::string_view method, const Json& params)
{
    const std::uint64_t number = ++count;
    open[number] = {to, Clock::now() + time};
    deliver({to.address, Reply::Kind::note,
        toolkit::mcp::request_line(static_cast<std::int64_t>(number), method, params)});
    return number;
}

void ClientRequests::notify(const To& to, std::string_view method, const Json& params)
{
    deliver({to.address, Reply::Kind::note, toolkit::mcp::notification_line(method, params)});
}

std::optional<ClientRequests::Response> ClientRequests::take(std::uint64_t request)
{
    const auto found = open.find(request);
    if (found == open.end() || !found->second.response)
        return std::nullopt;
    return open.extract(found).mapped().response;
}

void ClientRequests::cancel(std::uint64_t number, const Request& request)
{
    deliver({request.to.address, Reply::Kind::note,
        toolkit::mcp::notification_line("notifications/cancelled", {{"requestId", number}})});
}

void ClientRequests::withdraw(std::uint64_t request)
{
    const auto taken = open.extract(request);
    if (!taken.empty() && !taken.mapped().response)
        cancel(request, taken.mapped());
}

void ClientRequests::take_response(std::uint64_t scope, std::string_view id, const Json& message)
{
    for (auto& [number, request] : open)
        if (request.to.scope == scope && std::to_string(number) == id && !request.response) {
            const Json& result = json::member(message, "result");
            request.response = result.is_object()
                ? Response {result, {}}
                : Response {{}, "the client answered with an error"};
        }
}

void ClientRequests::lost(std::uint64_t address)
{
    for (auto& [number, request] : open)
        if (request.to.address == address && !request.response)
            request.response = Response {{}, "the connection to the client was lost", true};
}

void ClientRequests::watch(system::Watch& watch) const
{
    for (const auto& [number, request] : open)
        watch.until(request.response ? Clock::now() : request.end);
}

void ClientRequests::step()
{
    for (auto& [number, request] : open)
        if (!request.response && Clock::now() >= request.end) {
            cancel(number, request);
            request.response = Response {{}, "nobody answered in time"};
        }
}

}
