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
    std::vector<std::string> paths; // files and directories
    Query query;
    Wanted wanted; // except max_results
    // Applies to files beneath a directory; a file that is named itself is always searched.
    walk::Selection selection;
    Order order = Order::path;
    std::int64_t max_results = 0; // maximum on a page
    std::int64_t max_results_in_file = std::numeric_limits<std::int64_t>::max() - 1;
    std::int64_t offset = 0; // number of results to skip, unless there is a `start`
    std::optional<PageEnd> start = {}; // the end of the previous page
    // approximate maximum for a page
    std::int64_t max_bytes = std::numeric_limits<std::int64_t>::max();
    std::int64_t max_file_bytes = 0;
    std::int64_t threads = 0; // 0: depends on the machine
};

struct Page {
    Findings findings;
    std::int64_t results_before = 0; // number of results that the offset has skipped
    std::optional<PageEnd> end = {}; // set if another page follows
};

// Searches one page. Throws BAD_PATTERN, and what Workspace throws for a path. Files that cannot be
// read are counted and skipped. The page does not depend on the number of threads. A page that
// starts at the end of another one has the results that follow it in the current state of the
// files; if no file changes, all pages together have each result exactly once.
Page search(
    const Workspace& workspace, const Search& search, const walk::Surroundings& surroundings);

}
