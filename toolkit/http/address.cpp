#include "toolkit/http/address.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <arpa/inet.h>
#include <sys/un.h>

#include <charconv>
#include <optional>

namespace toolkit::http {

using namespace toolkit;

static ToolError not_an_address(std::string_view text)
{
    return {Code::bad_request, text::in_quotes(text) + " is not an address",
        "127.0.0.1:PORT, [::1]:PORT or unix:PATH; of the ports, 0 is a free one"};
}

static std::optional<std::uint16_t> port_in(std::string_view text)
{
    std::uint16_t port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    if (text.empty() || error != std::errc() || end != text.data() + text.size())
        return std::nullopt;
    return port;
}

// Written as everybody writes it: two spellings of an address are not told apart later.
static std::optional<std::string> in_numbers(int family, const std::string& host)
{
    in6_addr address {};
    char text[INET6_ADDRSTRLEN] {};
    if (inet_pton(family, host.c_str(), &address) != 1
        || inet_ntop(family, &address, text, sizeof text) == nullptr)
        return std::nullopt;
    return text;
}

static Address unix_address(std::string_view path)
{
    constexpr std::size_t max_path = sizeof(sockaddr_un::sun_path) - 1;
    if (path.empty() || path.find('\0') != std::string_view::npos)
        throw not_an_address("unix:" + std::string(path));
    if (path.size() > max_path)
        throw ToolError(Code::bad_request,
            "the path of a socket has at most " + std::to_string(max_path)
                + " bytes: " + text::in_quotes(path));
    return {.kind = Address::Kind::unix_socket, .path = std::string(path)};
}

Address parse_address(std::string_view text)
{
    constexpr std::string_view of_sockets = "unix:";
    if (text.starts_with(of_sockets))
        return unix_address(text.substr(of_sockets.size()));
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos)
        throw not_an_address(text);
    std::string_view host = text.substr(0, colon);
    const bool is_bracketed = host.size() > 2 && host.front() == '[' && host.back() == ']';
    if (is_bracketed)
        host = host.substr(1, host.size() - 2);
    const auto port = port_in(text.substr(colon + 1));
    const auto number = in_numbers(is_bracketed ? AF_INET6 : AF_INET, std::string(host));
    if (!port || !number)
        throw not_an_address(text);
    return {is_bracketed ? Address::Kind::ipv6 : Address::Kind::ipv4, *number, *port};
}

bool Address::is_local() const
{
    return is_unix() || host == "::1" || (kind == Kind::ipv4 && host.starts_with("127."));
}

std::string address_text(const Address& address)
{
    if (address.is_unix())
        return "unix:" + address.path;
    const bool is_ipv6 = address.kind == Address::Kind::ipv6;
    return (is_ipv6 ? "[" + address.host + "]" : address.host) + ":" + std::to_string(address.port);
}

}
