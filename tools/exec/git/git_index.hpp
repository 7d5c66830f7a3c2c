#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace exec::git {

// What git's index (gitformat-index(5), versions 2 to 4) names beside files.
struct IndexNames {
    std::vector<std::string>
        links; // repositories in the working tree (gitlinks), relative to it; 1000 at most
    std::string
        shared; // the hash of the index that holds more of them (sharedindex.HASH); empty: none
    // Some are known to git alone: in a directory of a sparse index, in place of an entry of the
    // shared index, or out of the working tree.
    bool hides_links = false;
    bool is_cut = false; // there are more links
};

// As far as `index` is one whose hashes have so many bytes (20, or 32 for SHA-256); anything may
// stand in them. In time linear in its size, and in memory that does not depend on it.
IndexNames names_in_index(std::string_view index, std::size_t hash_size);

}
