#pragma once

#include "search.hpp"

namespace fs_search {

// Returns at most search.max_results results after search.start, sorted by the time of the files'
// last change, newest first. Searches all files before it returns the first result.
Findings search_newest(
    const Workspace& workspace, const Search& search, const walk::Surroundings& surroundings);

}
