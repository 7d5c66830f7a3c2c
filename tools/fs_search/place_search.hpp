#pragma once

#include "search.hpp"
#include "tools/fs_search/files/file_searcher.hpp"

#include <memory>
#include <string>
#include <vector>

namespace fs_search {

// A file or directory that a request names.
struct Place {
    std::string resolved;
    bool is_directory;
};

// Returns the places of these paths in the order of results, without places inside others. Throws
// what Workspace throws for a path.
std::vector<Place> places_of(const Workspace& workspace, const std::vector<std::string>& paths);

// Returns the results at a place; if there are more than search.max_results, at least one more than
// that.
Findings search_place(const Workspace& workspace, const Search& search, const Place& place,
    const walk::Surroundings& surroundings);

// A single file to search, from `start`. A file that was found by a walk may be skipped as binary.
struct SingleFile {
    std::string resolved;
    files::BinaryFiles binary = files::BinaryFiles::search_as_text;
    PageEnd start = {};
};

// Returns the results in a single file. Throws what Workspace throws.
Findings search_file(const Workspace& workspace, const Search& search,
    const std::shared_ptr<const Matcher>& matcher, const SingleFile& file);

}
