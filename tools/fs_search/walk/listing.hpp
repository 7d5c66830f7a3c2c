#pragma once

#include "toolkit/system/file.hpp"

#include <string>
#include <vector>

namespace fs_search::walk {

using namespace toolkit;

// A name in a directory. Links, sockets, pipes and devices are no entries: a search has no use for
// them.
struct Entry {
    std::string name;
    bool is_directory;
};

struct Listing {
    std::vector<Entry> entries; // bytewise by name; without our temporary names
    bool has_ignore = false; // a regular file .ignore
    bool has_gitignore = false;
    bool has_git = false; // .git: a directory, a file, or a link
};

// Throws what system_error() makes of a failure; `name` is how messages call the directory.
Listing list(const File& directory, std::string_view name);

}
