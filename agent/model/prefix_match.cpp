#include "agent/model/prefix_match.hpp"

#include "toolkit/text/characters.hpp"

#include <algorithm>
#include <cstddef>

namespace agent::model {

using namespace toolkit;

std::string_view without_leading_whitespace(std::string_view text)
{
    return text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

PrefixMatch presence(std::string_view text, std::string_view opening)
{
    if (text.starts_with(opening))
        return PrefixMatch::full;
    return opening.starts_with(text) ? PrefixMatch::partial : PrefixMatch::no;
}

PrefixMatch presence_of_json_call(std::string_view text)
{
    static constexpr std::size_t max_fence = 32;
    if (text.starts_with('`')) {
        const std::size_t line_end = text.substr(0, max_fence).find('\n');
        if (presence(text, "```") == PrefixMatch::no)
            return PrefixMatch::no;
        if (line_end == std::string_view::npos)
            return text.size() < max_fence ? PrefixMatch::partial : PrefixMatch::no;
        text = without_leading_whitespace(text.substr(line_end));
    }
    const bool is_list = text.starts_with('[');
    if (is_list)
        text = without_leading_whitespace(text.substr(1));
    if (text.empty())
        return PrefixMatch::partial;
    if (const std::size_t size = text::name_length(text, "_-."); is_list && size > 0)
        return size == text.size() ? PrefixMatch::partial
            : text[size] == '('    ? PrefixMatch::full
                                   : PrefixMatch::no;
    if (!text.starts_with('{'))
        return PrefixMatch::no;
    text = without_leading_whitespace(text.substr(1));
    return std::max({presence(text, "\"name\""), presence(text, "\"type\""),
        presence(text, "\"function\""), presence(text, "\"tool_calls\"")});
}

}
