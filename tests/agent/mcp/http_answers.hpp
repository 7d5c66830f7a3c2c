#pragma once

#include "http_peer.hpp"
#include "peer.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

// What servers over HTTP say in tests.

inline agent::mcp::ServerEntry entry_of_http(const std::string& url)
{
    agent::mcp::ServerEntry entry;
    entry.name = "peer";
    entry.hash = std::string(64, '0');
    entry.url = url;
    entry.headers = {{"Authorization", "Bearer t0k3n"}};
    entry.timeout = std::chrono::seconds(20);
    entry.start_timeout = std::chrono::seconds(20);
    return entry;
}

inline toolkit::Json text_result(const std::string& text)
{
    return {{"content", toolkit::Json::array({{{"type", "text"}, {"text", text}}})}};
}

inline toolkit::Json response_to(const HttpPeer::Request& request, const toolkit::Json& result)
{
    return {{"jsonrpc", "2.0"}, {"id", request.id()}, {"result", result}};
}

inline toolkit::Json error_to(
    const toolkit::Json& id, int code, const std::string& message, const toolkit::Json& data = {})
{
    return {{"jsonrpc", "2.0"}, {"id", id},
        {"error", {{"code", code}, {"message", message}, {"data", data}}}};
}

inline const toolkit::Json list_of_tools {
    {"tools", toolkit::Json::array({{{"name", "echo"}, {"inputSchema", {{"type", "object"}}}}})}};

// What a sound server of the modern era says to everything but a call.
inline bool answer_modern(const HttpPeer::Request& request, HttpPeer::Talk& talk)
{
    const std::string method = request.asked();
    if (method == "server/discover")
        talk.result(request,
            {{"supportedVersions", {"2026-07-28"}},
                {"capabilities", {{"tools", toolkit::Json::object()}}}});
    else if (method == "tools/list")
        talk.result(request, list_of_tools);
    else
        return false;
    return true;
}

// The same of the legacy era. `session`, if it is not empty, is the field of the session's id.
inline bool answer_legacy(
    const HttpPeer::Request& request, HttpPeer::Talk& talk, const std::string& session = {})
{
    const std::string method = request.asked();
    if (request.method == "GET")
        talk.answer("405 Method Not Allowed");
    else if (request.method == "DELETE")
        talk.answer("204 No Content");
    else if (method == "server/discover")
        talk.answer("400 Bad Request", "application/json",
            error_to(nullptr, -32000, "no valid session").dump());
    else if (method == "initialize")
        talk.result(request,
            {{"protocolVersion", "2025-06-18"},
                {"capabilities", {{"tools", toolkit::Json::object()}}},
                {"serverInfo", {{"name", "peer"}, {"version", "1"}}}},
            session);
    else if (method == "tools/list")
        talk.result(request, list_of_tools);
    else if (!request.message.contains("id") || method.empty())
        talk.answer("202 Accepted");
    else if (method == "ping")
        talk.result(request, toolkit::Json::object());
    else
        return false;
    return true;
}

inline bool names_call(const HttpPeer::Request& request) { return request.asked() == "tools/call"; }

inline std::size_t count_of(const std::vector<std::string>& texts, const std::string& text)
{
    return static_cast<std::size_t>(std::count(texts.begin(), texts.end(), text));
}
