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

// Returns the places of these paths in the order of results, without those inside another one.
// Throws like Workspace for a path.
std::vector<Place> places_of(const Workspace& workspace, const std::vector<std::string>& paths);

// Returns the results at a place; at least one more than search.max_results if there are more.
Findings search_place(const Workspace& workspace, const Search& search, const Place& place,
    const walk::Surroundings& surroundings);

// A single file to be searched from `start`. A file that was found by a walk may be left out as
// binary.
struct SingleFile {
    std::string resolved;
    files::BinaryFiles binary = files::BinaryFiles::search_as_text;
    PageEnd start = {};
};

// Returns the results in a single file. Throws like Workspace.
Findings search_file(const Workspace& workspace, const Search& search,
    const std::shared_ptr<const Matcher>& matcher, const SingleFile& file);

}
