#pragma once

#include "search.hpp"
#include "tools/fs_search/files/file_searcher.hpp"

#include <string>
#include <vector>

namespace fs_search {

// A file or a directory that a request names.
struct Place {
    std::string resolved;
    bool is_directory;
};

// Those of the paths, in the order of results; none beneath another one. Throws as Workspace does
// for a path.
std::vector<Place> places_of(const Workspace& workspace, const std::vector<std::string>& paths);

// What is found at a place: at least one result more than search.max_results if there are more.
Findings search_place(const Workspace& workspace, const Search& search, const Place& place,
    const walk::Surroundings& surroundings);

// The same of a single file, after `start`; of one that a walk has found, unless it was named.
Findings search_file(const Workspace& workspace, const Search& search, const std::string& resolved,
    files::BinaryFiles binary, const PageEnd& start);

}
