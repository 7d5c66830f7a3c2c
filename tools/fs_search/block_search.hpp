#pragma once

#include "line_blocks.hpp"
#include "matches.hpp"

struct BlockSearch {
    std::int64_t count = 0; // as find_matches() of the whole text
    bool has_nul = false;
    LineBlocks::Step end; // what is found counts only where this is Step::end
};

// Searches a file that is not UTF-16 in pieces, for a matcher that looks at lines one by one; without lines around a
// match.
BlockSearch search_blocks(
    LineBlocks& blocks, const Matcher& matcher, const Wanted& wanted, const TakeMatch& take);
