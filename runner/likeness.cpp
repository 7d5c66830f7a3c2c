#include "runner/likeness.hpp"

#include <algorithm>
#include <cstddef>

std::string_view without_blanks(std::string_view text)
{
    return text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

Likeness likeness(std::string_view text, std::string_view opening)
{
    if (text.starts_with(opening))
        return Likeness::is_there;
    return opening.starts_with(text) ? Likeness::may_come : Likeness::none;
}

Likeness likeness_to_json_call(std::string_view text)
{
    static constexpr std::size_t longest_fence = 32;
    if (text.starts_with('`')) {
        const std::size_t line_end = text.substr(0, longest_fence).find('\n');
        if (likeness(text, "```") == Likeness::none)
            return Likeness::none;
        if (line_end == std::string_view::npos)
            return text.size() < longest_fence ? Likeness::may_come : Likeness::none;
        text = without_blanks(text.substr(line_end));
    }
    if (text.starts_with('['))
        text = without_blanks(text.substr(1));
    if (text.empty())
        return Likeness::may_come;
    if (!text.starts_with('{'))
        return Likeness::none;
    text = without_blanks(text.substr(1));
    return std::max({likeness(text, "\"name\""), likeness(text, "\"type\""), likeness(text, "\"function\"")});
}
