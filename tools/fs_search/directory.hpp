#pragma once

#include "ignore_level.hpp"
#include "toolkit/file.hpp"

#include <cstdint>
#include <string>

// An open directory of the workspace.
struct Directory {
    File file;
    std::string path; // relative to the workspace, with a '/' behind it; empty for the root
    IgnoreLevels levels;
};

// What `name` in the directory is, opened without following a link, and without waiting for a pipe. Errors
// are errno, with a File that holds none.
File open_in(const File& directory, const std::string& name, std::uint64_t flags);
