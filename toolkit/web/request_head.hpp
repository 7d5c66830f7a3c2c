#pragma once

#include "toolkit/web/route.hpp"

#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>

#include <string>

namespace toolkit::web {

// A request without its body.
using Request = boost::beast::http::request<boost::beast::http::empty_body>;

inline bool is_for_proxy(const Route& route)
{
    return route.proxy && route.url.scheme == Scheme::http;
}

// Returns the target for the request line, which includes the server if the request goes to a
// proxy.
inline std::string target_by(const Route& route, const std::string& path_and_query)
{
    return (is_for_proxy(route) ? "http://" + authority(route.url) : "") + path_and_query;
}

// Adds the header fields that every request to the server of a route has.
inline void address(Request& message, const Route& route)
{
    namespace http = boost::beast::http;
    message.set(http::field::host, host_field(route.url));
    if (is_for_proxy(route) && !route.proxy->authorization.empty())
        message.set(http::field::proxy_authorization, route.proxy->authorization);
    message.set(http::field::user_agent, "agentcli/" AGENTCLI_VERSION);
    message.set(http::field::accept_encoding, "identity");
}

// Returns the head as it is sent: request line, header fields and the empty line at their end.
inline std::string text_of(const Request& message)
{
    std::string text = std::string(message.method_string()) + " " + std::string(message.target())
        + " HTTP/1.1\r\n";
    for (const auto& field : message)
        text += std::string(field.name_string()) + ": " + std::string(field.value()) + "\r\n";
    return text + "\r\n";
}

}
