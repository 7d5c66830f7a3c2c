#pragma once

#include "search.hpp"
#include "tools/fs_search/files/file_searcher.hpp"

#include <memory>
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

// A file to search by itself, from `start`. One that a walk has found may be left out as binary.
struct SingleFile {
    std::string resolved;
    files::BinaryFiles binary = files::BinaryFiles::search_as_text;
    PageEnd start = {};
};

// The same of a file. Throws as Workspace does.
Findings search_file(const Workspace& workspace, const Search& search,
    const std::shared_ptr<const Matcher>& matcher, const SingleFile& file);

}
