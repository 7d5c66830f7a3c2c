#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::text {

// Functions on the names of paths. They do not access the disk.

using Names = std::vector<std::string>;

// Returns the names of a path, without empty names and ".".
Names split_path(std::string_view path);

// Returns the names joined by '/'; "." if there are none.
std::string join_path(const Names& names);

// Return the directory that contains a resolved path, and the name of the path in it. The directory
// of "." is ".".
std::string parent_of(const std::string& path);
std::string name_of(const std::string& path);

// Returns the path of a name in a resolved directory.
std::string join_resolved(const std::string& directory, const std::string& name);

// Returns the part of an absolute path beneath `root`, or nullopt if it is elsewhere.
std::optional<std::string> strip_root(std::string_view path, std::string_view root);

// Compares paths for the order of results: bytewise by their names, one after the other. A name
// cannot contain '/', so '/' counts as less than every other byte.
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
