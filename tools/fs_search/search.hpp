#pragma once

#include "findings.hpp"
#include "matches.hpp"
#include "toolkit/workspace/workspace.hpp"
#include "tools/fs_search/walk/walk.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace fs_search {

using namespace toolkit;

enum class Order { path, modified };

struct Search {
    std::vector<std::string> paths; // of files and directories
    Query query;
    Wanted wanted; // but for max_results
    walk::Selection
        // of files beneath a directory; one that is named itself is searched whatever it is
        selection;
    Order order = Order::path;
    std::int64_t max_results = 0; // on a page
    std::int64_t max_results_in_file = std::numeric_limits<std::int64_t>::max() - 1;
    std::int64_t offset = 0; // so many results are left out first, unless there is a `start`
    std::optional<PageEnd> start = {}; // the end of the page before
    std::int64_t max_bytes = std::numeric_limits<std::int64_t>::max(); // on a page, about
    std::int64_t max_file_bytes = 0;
    std::int64_t threads = 0; // 0: as many as seem right for the machine
};

struct Page {
    Findings findings;
    std::int64_t results_before = 0; // so many the offset has left out
    std::optional<PageEnd> end = {}; // if another page follows
};

// Throws BAD_PATTERN, and as Workspace does for a path. What can't be read beneath one is counted,
// and ends nothing. The page is the same on every run, whatever the number of threads. A page that
// starts at the end of another one has what comes after it in the order, in the files as they are
// now: of files that nobody changes, all pages together have each result once.
Page search(
    const Workspace& workspace, const Search& search, const walk::Surroundings& surroundings);

}
