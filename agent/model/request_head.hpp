#pragma once

#include "agent/model/route.hpp"

#include <boost/beast/http/field.hpp>

#include <string>

namespace agent::model {

inline bool is_for_proxy(const Route& route)
{
    return route.proxy && route.url.scheme == Scheme::http;
}

// What the line of a request names: a proxy is told the server, too.
inline std::string target_by(const Route& route, const std::string& path_and_query)
{
    return (is_for_proxy(route) ? "http://" + authority(route.url) : "") + path_and_query;
}

// The fields that any request to the server of a route has.
template<class Message>
void address(Message& message, const Route& route)
{
    namespace http = boost::beast::http;
    message.set(http::field::host, authority(route.url));
    if (is_for_proxy(route) && !route.proxy->authorization.empty())
        message.set(http::field::proxy_authorization, route.proxy->authorization);
    message.set(http::field::user_agent, "agentcli/" AGENTCLI_VERSION);
    message.set(http::field::accept_encoding, "identity");
}

}
