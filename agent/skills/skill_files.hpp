#pragma once

#include "agent/skills/skill.hpp"
#include "toolkit/system/file.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace agent::skills {

using namespace toolkit;

// Functions that open the directory of a skill and read its files. Links in it are not followed.
// The directory itself may be a link, but in the workspace only if it stays in the directory of the
// repository in which it was found. All functions throw BAD_REQUEST, NOT_FOUND or a similar error.

File open_skill_directory(const std::string& path, Source source);

// Opens a regular file above the current directory under the same conditions. Returns nullopt if
// the path is not in a directory of the repository above the current one.
std::optional<File> open_above(const std::string& path);

// Returns the content of a regular file, by its path beneath the directory. Throws TOO_LARGE if it
// has more than `most` bytes, and NOT_A_FILE if it is not a regular file.
std::string read_in(const File& directory, const std::string& path, std::size_t most);

// Returns all files with their hashes, in the order of their paths. Throws BAD_REQUEST if there are
// more than 1,000 of them, 16 MiB or 8 levels, or if anything is neither file nor directory, or its
// name is not UTF-8 or has a control character.
std::vector<FileOfSkill> hashed_files(const File& directory);

// Returns the paths of regular files whose names are UTF-8 without control characters, and do not
// begin with a dot, in order: of the first 1,000 files, in at most 8 levels.
std::vector<std::string> told_files(const File& directory);

}
