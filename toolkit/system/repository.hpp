#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace toolkit::system {

// Functions on the repository that contains the current directory. Its root is the nearest
// directory with an entry `.git`.

// Returns the current directory and those above it up to the root, the nearest first. Returns the
// current directory alone if there is no repository, or if the root or a directory between belongs
// to another user or is writable by all users, who could have put a file there.
std::vector<std::filesystem::path> directories_of_repository();

// Returns the root; empty if there is none, or if it does not belong to the user.
std::filesystem::path root_of_repository();

// Returns "../../" for 2 levels, and an empty text for 0.
std::string path_up(std::size_t levels);

// A path inside one of directories_of_repository().
struct PlaceInRepository {
    std::filesystem::path directory; // the nearest of them whose path is a prefix of the path
    std::string path; // the rest of the path
    std::size_t levels = 0; // how far the directory is above the current one
};

// Returns nullopt for a path that is not inside one of directories_of_repository().
std::optional<PlaceInRepository> place_in_repository(const std::string& path);

}
