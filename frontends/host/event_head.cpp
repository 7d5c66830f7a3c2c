#include "frontends/host/event_head.hpp"

#include <charconv>
#include <system_error>

namespace frontends::host {

std::optional<EventHead> event_head(std::string_view line)
{
    constexpr std::string_view before_name = R"({"event":")";
    constexpr std::string_view before_seq = R"(","seq":)";
    if (!line.starts_with(before_name))
        return std::nullopt;
    line.remove_prefix(before_name.size());
    const std::size_t end = line.find_first_not_of("abcdefghijklmnopqrstuvwxyz");
    if (end == 0 || end == std::string_view::npos || !line.substr(end).starts_with(before_seq))
        return std::nullopt;
    EventHead head {0, line.substr(0, end)};
    const std::string_view number = line.substr(end + before_seq.size());
    const auto [after, error]
        = std::from_chars(number.data(), number.data() + number.size(), head.seq);
    const bool has_end = error == std::errc() && after != number.data() + number.size();
    return has_end ? std::optional(head) : std::nullopt;
}

}
