#pragma once

#include "toolkit/text/characters.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace toolkit::text {

// The hint for a name that does not exist: "did you mean 'NAME'?" with the nearest of `names`, or
// `otherwise` if none is near. `prefix` precedes the name in the hint, such as the dashes of a
// flag.
template<class Names>
std::string did_you_mean(std::string_view name, const Names& names, std::string_view otherwise = {},
    std::string_view prefix = {})
{
    const auto near = nearest(name, names);
    return near ? "did you mean " + in_quotes(std::string(prefix) + *near) + "?"
                : std::string(otherwise);
}

// A name without its way of spelling: maxresults for maxResults, max_results and Max-Results. Names
// of one or two letters, and those that begin with a dash, such as -A, have one spelling alone.
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
