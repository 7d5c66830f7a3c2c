#pragma once

#include "toolkit/tool/short_list.hpp"

#include <cstdint>

namespace toolkit::tool {

// A limit that a parameter can carry: a keyword of JSON Schema with its value.
struct Limit {
    const char* keyword;
    std::int64_t value;
};

using Limits = ShortList<Limit, 2>;

inline Limits at_least(std::int64_t minimum) { return {{"minimum", minimum}}; }
inline Limits between(std::int64_t minimum, std::int64_t maximum)
{
    return {{"minimum", minimum}, {"maximum", maximum}};
}
inline Limits at_most_items(std::int64_t count) { return {{"maxItems", count}}; }

}
