#pragma once

#include "toolkit/text/text.hpp"

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

}
