#pragma once

#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace toolkit::text {

// Joins names to a list for one line of a message: `one` returns the form of a name. After the
// first 20 names it says how many more there are.
template<class Form>
std::string name_list(const std::vector<std::string>& names, Form one)
{
    constexpr std::size_t most = 20;
    std::string list;
    for (std::size_t index = 0; index < std::min(most, names.size()); ++index)
        list += (index == 0 ? "" : ", ") + one(names[index]);
    return names.size() > most ? list + " and " + std::to_string(names.size() - most) + " more"
                               : list;
}

// Does the same with names in quotes.
inline std::string name_list(const std::vector<std::string>& names)
{
    return name_list(names, [](const std::string& name) { return in_quotes(name); });
}

}
