#include "toolkit/mcp/deep_values.hpp"

#include <algorithm>

namespace toolkit::mcp {

// The first byte after the string that begins at `at`.
static std::size_t end_of_string(std::string_view text, std::size_t at)
{
    for (++at; at < text.size() && text[at] != '"'; ++at)
        if (text[at] == '\\')
            ++at;
    return std::min(at + 1, text.size());
}

std::optional<std::string> without_deep_values(std::string_view text, std::size_t max_depth)
{
    std::string kept;
    std::size_t depth = 0;
    std::size_t from = 0; // what is kept next begins here
    bool has_deep_value = false;
    for (std::size_t at = 0; at < text.size();) {
        const char byte = text[at];
        if (byte == '"') {
            at = end_of_string(text, at);
            continue;
        }
        if ((byte == '{' || byte == '[') && ++depth == max_depth + 1) {
            kept += text.substr(from, at - from);
            kept += "null";
            has_deep_value = true;
        }
        ++at;
        if ((byte == '}' || byte == ']') && depth > 0 && depth-- == max_depth + 1)
            from = at;
    }
    if (!has_deep_value)
        return std::nullopt;
    if (depth <= max_depth)
        kept += text.substr(from);
    return kept;
}

}
