#include "frontends/screen/mentions.hpp"

#include <algorithm>

namespace frontends::screen {

std::vector<std::string> mentions_in(std::string_view typed)
{
    static constexpr std::string_view spaces = " \t\n";
    std::vector<std::string> names;
    for (std::size_t at = typed.find('@'); at != std::string_view::npos;
         at = typed.find('@', at + 1)) {
        if (at > 0 && spaces.find(typed[at - 1]) == std::string_view::npos)
            continue;
        const bool is_quoted = at + 1 < typed.size() && typed[at + 1] == '"';
        const std::size_t begin = at + (is_quoted ? 2 : 1);
        const std::size_t end = std::min(
            is_quoted ? typed.find('"', begin) : typed.find_first_of(spaces, begin), typed.size());
        if (end > begin)
            names.emplace_back(typed.substr(begin, end - begin));
        at = std::max(at, end - 1);
    }
    return names;
}

std::string draft_of_message(const std::string& text)
{
    return text.starts_with('/') ? "/" + text : text.starts_with('!') ? " " + text : text;
}

}
