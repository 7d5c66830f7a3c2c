#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace toolkit::system {

// The repository that the current directory is in. Its root is the nearest directory with an entry
// `.git`.

// Returns the current directory and those above it up to the root, the nearest first. If the root,
// or a directory between, belongs to another user or can be written by everybody, or if there is no
// repository, returns the current directory alone: anybody could have put a file there.
std::vector<std::filesystem::path> directories_of_repository();

// Returns the root; empty if there is none, or if it is not the user's.
std::filesystem::path root_of_repository();

// Returns "../../" for 2 levels, and an empty text for 0.
std::string path_up(std::size_t levels);

// A path in one of directories_of_repository().
struct PlaceInRepository {
    std::filesystem::path directory; // the nearest of them that contains it by its name
    std::string path; // beneath that
    std::size_t levels = 0; // how far above the current directory that is
};

// Returns nullopt for a path that is in none of these directories.
std::optional<PlaceInRepository> place_in_repository(const std::string& path);

}
