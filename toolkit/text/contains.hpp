#pragma once

#include <algorithm>

namespace toolkit::text {

template<class Range, class Value>
bool contains(const Range& range, const Value& value)
{
    return std::find(range.begin(), range.end(), value) != range.end();
}

}
