#include "agent/model/presence.hpp"

#include "toolkit/text/characters.hpp"

#include <algorithm>
#include <cstddef>

namespace agent::model {

using namespace toolkit;

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
    const bool is_list = text.starts_with('[');
    if (is_list)
        text = without_blanks(text.substr(1));
    if (text.empty())
        return Presence::may_come;
    if (const std::size_t size = text::name_length(text, "_-."); is_list && size > 0)
        return size == text.size() ? Presence::may_come
            : text[size] == '('    ? Presence::is_there
                                   : Presence::none;
    if (!text.starts_with('{'))
        return Presence::none;
    text = without_blanks(text.substr(1));
    return std::max({presence(text, "\"name\""), presence(text, "\"type\""),
        presence(text, "\"function\""), presence(text, "\"tool_calls\"")});
}

}
