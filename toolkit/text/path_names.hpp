#pragma once

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

}
