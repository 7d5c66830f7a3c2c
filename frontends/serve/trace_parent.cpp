#include "frontends/serve/trace_parent.hpp"

namespace frontends::serve {

static bool are_hex_digits(std::string_view text)
{
    return text.find_first_not_of("0123456789abcdef") == std::string_view::npos
        && text.find_first_not_of('0') != std::string_view::npos;
}

std::optional<TraceParent> trace_parent_in(std::string_view header)
{
    constexpr std::size_t length = 55; // 00-TRACE-SPAN-FLAGS
    if (header.size() < length || header[2] != '-' || header[35] != '-' || header[52] != '-')
        return std::nullopt;
    const std::string_view version = header.substr(0, 2);
    const std::string_view flags = header.substr(53, 2);
    const bool has_end = header.size() == length || (version != "00" && header[length] == '-');
    TraceParent parent {std::string(header.substr(3, 32)), std::string(header.substr(36, 16))};
    const bool is_valid = has_end && version != "ff" && are_hex_digits(parent.trace)
        && are_hex_digits(parent.span) && are_hex_digits("1" + std::string(version))
        && are_hex_digits("1" + std::string(flags));
    if (!is_valid)
        return std::nullopt;
    parent.is_sampled = std::string_view("13579bdf").find(flags[1]) != std::string_view::npos;
    return parent;
}

}
