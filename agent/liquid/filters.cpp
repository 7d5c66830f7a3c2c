#include "agent/liquid/filters.hpp"

#include <algorithm>
#include <array>

namespace agent::liquid {

static std::array<std::span<const FilterRow>, 5> tables()
{
    return {
        text_filters(), list_filters(), property_filters(), number_filters(), encoding_filters()};
}

const FilterRow* filter_named(std::string_view name)
{
    for (const auto table : tables())
        for (const auto& row : table)
            if (row.name == name)
                return &row;
    return nullptr;
}

std::vector<std::string_view> filter_names()
{
    std::vector<std::string_view> names;
    for (const auto table : tables())
        for (const auto& row : table)
            names.push_back(row.name);
    return names;
}

bool is_left_out(std::string_view filter)
{
    return filter == "strip_html" || filter == "newline_to_br" || filter == "escape_once";
}

}
