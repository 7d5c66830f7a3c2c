#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::text {

// Paths by their names alone, without a look at the disk.

using Names = std::vector<std::string>;

// The names of a path, without empty ones and ".".
Names split_path(std::string_view path);

// "." where there are none.
std::string join_path(const Names& names);

// The directory that a resolved path lies in, and its name there; "." lies in itself.
std::string parent_of(const std::string& path);
std::string name_of(const std::string& path);

// A name in a resolved directory.
std::string join_resolved(const std::string& directory, const std::string& name);

// The rest of an absolute path beneath `root`, or nothing.
std::optional<std::string> strip_root(std::string_view path, std::string_view root);

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
