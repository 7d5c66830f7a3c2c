#include "parse.hpp"

#include "envelope.hpp"
#include "unified.hpp"

#include <algorithm>

std::string with_newlines(std::string text)
{
    if (text.find('\n') == std::string::npos)
        std::replace(text.begin(), text.end(), '\r', '\n');
    return text;
}

Patch parse_patch(std::string_view text)
{
    static constexpr std::string_view mark = "\xef\xbb\xbf";
    if (text.starts_with(mark))
        text.remove_prefix(mark.size());
    return is_envelope(text) ? parse_envelope(text) : parse_unified_diff(text);
}
