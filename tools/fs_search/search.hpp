#pragma once

#include "findings.hpp"
#include "matches.hpp"
#include "toolkit/workspace/workspace.hpp"
#include "tools/fs_search/walk/git_excludes.hpp"
#include "tools/fs_search/walk/selection.hpp"

#include <cstdint>
#include <string>

namespace fs_search {

using namespace toolkit;

struct Search {
    std::string path; // of a file or a directory
    Query query;
    Wanted wanted; // but for most_results
    walk::Selection
        // of files beneath a directory; one that is named itself is searched whatever it is
        selection;
    std::int64_t max_results;
    std::int64_t max_file_bytes;
    std::int64_t threads; // 0: as many as seem right for the machine
};

// Throws BAD_PATTERN, and as Workspace does for the path. What can't be read beneath it is counted,
// and ends nothing. The findings are the same on every run, whatever the number of threads.
Findings search(
    const Workspace& workspace, const Search& search, const walk::Surroundings& surroundings);

}
