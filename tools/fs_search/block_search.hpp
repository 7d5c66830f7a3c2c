#pragma once

#include "line_blocks.hpp"
#include "matches.hpp"

struct BlockSearch {
    FileFindings found; // without a path, else as matches_in() the whole text
    bool has_nul = false;
    LineBlocks::Step end; // what is found counts only where this is Step::end
};

// Searches a file that is not UTF-16 in pieces, for a matcher that looks at lines one by one; without lines around a
// match.
BlockSearch search_blocks(LineBlocks& blocks, const Matcher& matcher, const Wanted& wanted);
