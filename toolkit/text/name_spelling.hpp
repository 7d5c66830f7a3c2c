#pragma once

#include "toolkit/text/lower_case.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace toolkit::text {

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
