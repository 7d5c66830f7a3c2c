#pragma once

#include "search.hpp"

namespace fs_search {

// The findings of at most search.max_results results, the file that was changed last before the
// others, after search.start. All files are searched before the first of them is in the order.
Findings search_newest(
    const Workspace& workspace, const Search& search, const walk::Surroundings& surroundings);

}
