#pragma once

#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace toolkit::text {

// Returns the names joined by commas, for one line of a message. `one` returns the form in which a
// name is written. After the first 20 names, the list only says how many more there are.
template<class Form>
std::string name_list(const std::vector<std::string>& names, Form one)
{
    constexpr std::size_t max_names = 20;
    std::string list;
    for (std::size_t index = 0; index < std::min(max_names, names.size()); ++index)
        list += (index == 0 ? "" : ", ") + one(names[index]);
    return names.size() > max_names
        ? list + " and " + std::to_string(names.size() - max_names) + " more"
        : list;
}

// Like the function above, with each name in quotes.
inline std::string name_list(const std::vector<std::string>& names)
{
    return name_list(names, [](const std::string& name) { return in_quotes(name); });
}

}
