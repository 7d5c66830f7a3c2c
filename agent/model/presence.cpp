#include "agent/model/presence.hpp"

#include <algorithm>
#include <cstddef>

namespace agent::model {

std::string_view without_blanks(std::string_view text)
{
    return text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

Presence presence(std::string_view text, std::string_view opening)
{
    if (text.starts_with(opening))
        return Presence::is_there;
    return opening.starts_with(text) ? Presence::may_come : Presence::none;
}

Presence presence_of_json_call(std::string_view text)
{
    static constexpr std::size_t max_fence = 32;
    if (text.starts_with('`')) {
        const std::size_t line_end = text.substr(0, max_fence).find('\n');
        if (presence(text, "```") == Presence::none)
            return Presence::none;
        if (line_end == std::string_view::npos)
            return text.size() < max_fence ? Presence::may_come : Presence::none;
        text = without_blanks(text.substr(line_end));
    }
    if (text.starts_with('['))
        text = without_blanks(text.substr(1));
    if (text.empty())
        return Presence::may_come;
    if (!text.starts_with('{'))
        return Presence::none;
    text = without_blanks(text.substr(1));
    return std::max(
        {presence(text, "\"name\""), presence(text, "\"type\""), presence(text, "\"function\"")});
}

}
