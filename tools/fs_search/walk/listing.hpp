#pragma once

#include "toolkit/ignore/directory_rules.hpp"
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
    ignore::IgnoreFiles ignore_files;
};

// Throws what system_error() makes of a failure; `name` is how messages call the directory.
Listing list(const File& directory, std::string_view name);

}
