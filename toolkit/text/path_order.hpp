#pragma once

#include <algorithm>
#include <string_view>

namespace toolkit::text {

// The order of results: bytewise by the names in a path, one after the other. No name has a '/', so
// it counts as less than every other byte.
constexpr int compare_paths(std::string_view left, std::string_view right)
{
    const auto rank = [](char byte) { return byte == '/' ? 0 : static_cast<unsigned char>(byte); };
    for (std::size_t at = 0; at < std::min(left.size(), right.size()); ++at)
        if (left[at] != right[at])
            return rank(left[at]) < rank(right[at]) ? -1 : 1;
    return left.size() == right.size() ? 0 : left.size() < right.size() ? -1 : 1;
}

constexpr bool is_beneath(std::string_view path, std::string_view directory)
{
    return directory.empty() || directory == "."
        || (path.starts_with(directory) && path.size() > directory.size()
            && path[directory.size()] == '/');
}

}
