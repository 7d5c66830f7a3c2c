#include "runner/servers/callback.hpp"

#include "agent/oauth/authorization.hpp"

#include <unistd.h>

#include <cerrno>
#include <utility>

namespace runner::servers {

using namespace agent;
using namespace std::chrono_literals;

namespace {

http::HttpLimits limits_of_callback()
{
    http::HttpLimits limits;
    limits.connections = limits.unauthenticated = 16;
    limits.request = {8 << 10, 1};
    limits.head_time = limits.body_time = limits.idle_time = 5s;
    return limits;
}

http::Address loopback_address(int port)
{
    return {http::Address::Kind::ipv4, "127.0.0.1", static_cast<std::uint16_t>(port)};
}

http::HttpResponse page(int status, const std::string& sentence)
{
    return {status,
        {{"Content-Type", "text/html; charset=utf-8"}, {"Cache-Control", "no-store"},
            {"Content-Security-Policy", "default-src 'none'"}, {"Referrer-Policy", "no-referrer"},
            {"X-Content-Type-Options", "nosniff"}, {"Connection", "close"}},
        "<!doctype html><title>agentcli</title><p>" + sentence + "</p>\n"};
}

}

Callback::Callback(int port, Take take)
    : take_query(std::move(take))
    , listener(loopback_address(port))
    , server(
          listener, http::Admission({.address = listener.address()}), limits_of_callback(), *this)
{
}

std::string Callback::redirect_uri() const
{
    return "http://127.0.0.1:" + std::to_string(listener.address().port) + "/callback";
}

std::optional<http::HttpResponse> Callback::public_answer(const http::HttpHead& /*head*/)
{
    return std::nullopt;
}

std::optional<http::HttpResponse> Callback::refusal(const http::HttpHead& head)
{
    if (head.method != "GET")
        return page(405, "Only GET is supported.");
    if (!oauth::callback_query(head.target))
        return page(404, "This page does not exist.");
    return std::nullopt;
}

void Callback::take(http::Exchange exchange, http::HttpRequest request)
{
    const auto query = oauth::callback_query(request.head.target);
    const bool is_over = query && take_query(*query);
    server.answer(exchange,
        is_over
            ? page(200, "You can close this page and return to agentcli.")
            : page(400, "This response does not belong to the sign-in that agentcli waits for."));
}

void Callback::lost(http::Exchange /*exchange*/) { }

std::vector<std::string> PastedLines::take()
{
    constexpr std::size_t max_line = 64 << 10;
    std::vector<std::string> lines;
    char bytes[4096] {};
    while (is_open && system::is_readable(STDIN_FILENO)) {
        const ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
        if (count <= 0) {
            is_open = count < 0 && (errno == EINTR || errno == EAGAIN);
            break;
        }
        buffer.append(bytes, static_cast<std::size_t>(count));
        for (std::size_t end = 0; (end = buffer.find('\n')) != std::string::npos;) {
            lines.push_back(buffer.substr(0, end));
            buffer.erase(0, end + 1);
        }
        is_open = buffer.size() <= max_line;
    }
    if (!is_open && !buffer.empty())
        lines.push_back(std::exchange(buffer, {}));
    return lines;
}

void PastedLines::watch(system::Watch& watch) const
{
    if (is_open)
        watch.readable(STDIN_FILENO);
}

}
