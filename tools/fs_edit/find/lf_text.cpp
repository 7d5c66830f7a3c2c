#include "lf_text.hpp"

#include <algorithm>

namespace fs_edit::find {

PlainEnds::PlainEnds(std::string_view original)
    : original(original)
{
    std::size_t from = 0;
    for (std::size_t at = find_bytes(original, "\r\n", 0); at != std::string_view::npos;
         at = find_bytes(original, "\r\n", at + 2)) {
        copy += original.substr(from, at - from);
        removed.push_back(copy.size());
        from = at + 1;
    }
    if (!removed.empty())
        copy += original.substr(from);
}

std::size_t PlainEnds::in_original(std::size_t offset) const
{
    const auto before = std::lower_bound(removed.begin(), removed.end(), offset);
    return offset + static_cast<std::size_t>(before - removed.begin());
}

Match PlainEnds::in_original(Match match) const
{
    return {in_original(match.begin), in_original(match.end)};
}

}
