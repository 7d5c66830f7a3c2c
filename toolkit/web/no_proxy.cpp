#include "toolkit/web/no_proxy.hpp"

#include "toolkit/text/characters.hpp"
#include "toolkit/web/addresses.hpp"

#include <algorithm>
#include <charconv>
#include <string>

namespace toolkit::web {

static constexpr std::string_view separators = ", \t\r\n";

static bool has_equal_bits(const std::string& left, const std::string& right, std::size_t bits)
{
    const std::size_t whole = bits / 8;
    if (left.compare(0, whole, right, 0, whole) != 0)
        return false;
    const unsigned mask = 0xff00U >> bits % 8;
    const auto differing
        = static_cast<unsigned char>(left[whole % left.size()] ^ right[whole % right.size()]);
    return bits % 8 == 0 || (differing & mask & 0xffU) == 0;
}

static bool is_in_network(const std::string& address, std::string_view network)
{
    const std::size_t slash = std::min(network.find('/'), network.size());
    const std::string first = address_bytes(std::string(network.substr(0, slash)));
    if (first.size() != address.size())
        return false;
    std::size_t bits = address.size() * 8;
    if (slash < network.size()) {
        const std::string_view digits = network.substr(slash + 1);
        const std::size_t most = bits;
        const auto [end, error]
            = std::from_chars(digits.data(), digits.data() + digits.size(), bits);
        if (error != std::errc() || end != digits.data() + digits.size() || bits > most)
            return false;
    }
    return has_equal_bits(address, first, bits);
}

static std::string_view without_dots(std::string_view name)
{
    if (name.starts_with('.'))
        name.remove_prefix(1);
    if (name.ends_with('.'))
        name.remove_suffix(1);
    return name;
}

static bool is_beneath(std::string_view host, std::string_view name)
{
    if (name.empty() || !host.ends_with(name))
        return false;
    const std::size_t before = host.size() - name.size();
    return before == 0 || host[before - 1] == '.';
}

// Returns the entry without its port and brackets; empty if it names another port. A colon in an
// IPv6 address does not begin a port.
static std::string_view without_port(std::string_view entry, std::string_view port)
{
    const bool has_brackets = entry.starts_with('[');
    const std::size_t end = has_brackets ? entry.find(']') : entry.find(':');
    if (end == std::string_view::npos)
        return entry;
    const std::string_view name = has_brackets ? entry.substr(1, end - 1) : entry.substr(0, end);
    const std::string_view after = entry.substr(has_brackets ? end + 1 : end);
    if (!has_brackets && after.find(':', 1) != std::string_view::npos)
        return entry;
    return after.empty() || after.substr(1) == port ? name : std::string_view();
}

static bool is_named(std::string_view host, std::string_view port, std::string_view entry)
{
    entry = without_port(entry, port);
    if (entry == "*")
        return true;
    if (const std::string address = address_bytes(std::string(host)); !address.empty())
        return is_in_network(address, entry);
    return is_beneath(without_dots(host), without_dots(entry));
}

bool names_host(std::string_view list, std::string_view host, std::string_view port)
{
    const std::string entries = text::in_lower_case(list);
    const std::string name = text::in_lower_case(host);
    for (std::string_view rest = entries; !rest.empty();) {
        const std::size_t end = std::min(rest.find_first_of(separators), rest.size());
        if (end > 0 && is_named(name, port, rest.substr(0, end)))
            return true;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return false;
}

bool is_loopback(std::string_view host)
{
    return network_of(std::string(host)) == Network::loopback
        || without_dots(text::in_lower_case(host)) == "localhost";
}

}
