#pragma once

#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace toolkit::text {

// Returns the hint for a name that does not exist, "did you mean 'NAME'?". NAME is the only one of
// `names` that begins with `name`, or else the nearest of them. If none is near, the hint lists two
// or three names that begin with `name`. Otherwise returns `otherwise`. A beginning counts from
// three characters on. `prefix` is written before each name, such as the dashes of a flag.
template<class Names>
std::string did_you_mean(std::string_view name, const Names& names, std::string_view otherwise = {},
    std::string_view prefix = {})
{
    const auto shown
        = [&](std::string_view one) { return in_quotes(std::string(prefix).append(one)); };
    constexpr std::size_t most = 3;
    std::size_t found = 0;
    std::string longer;
    for (const auto& one : names)
        if (name.size() >= 3 && std::string_view(one).starts_with(name) && ++found <= most)
            longer += (longer.empty() ? "" : " or ") + shown(one);
    if (found != 1)
        if (const auto near = nearest(name, names))
            return "did you mean " + shown(*near) + "?";
    return found > 0 && found <= most ? "did you mean " + longer + "?" : std::string(otherwise);
}

// Returns the name without differences of spelling: "maxresults" for maxResults, max_results and
// Max-Results. Names of one or two letters, and those that begin with a dash, such as -A, are
// unchanged.
inline std::string spelling_of(std::string_view name)
{
    if (name.size() < 3 || name.starts_with('-'))
        return std::string(name);
    std::string spelling = in_lower_case(name);
    spelling.erase(std::remove_if(spelling.begin(), spelling.end(),
                       [](char letter) { return letter == '_' || letter == '-'; }),
        spelling.end());
    return spelling;
}

inline bool is_same_name(std::string_view left, std::string_view right)
{
    return left == right || spelling_of(left) == spelling_of(right);
}

}
