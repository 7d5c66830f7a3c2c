#pragma once

#include "file_text.hpp"
#include "toolkit/system/file.hpp"
#include "tools/fs_search/findings.hpp"
#include "tools/fs_search/matches.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace fs_search::files {

using namespace toolkit;

// A file that is read in blocks. A block contains the lines that begin in its range of
// `block_bytes` bytes.
struct BlockFile {
    const File& file;
    const std::string& path;
    std::size_t block_bytes;
    std::size_t max_bytes; // of the file; a larger file is not searched
    int threads; // including the calling one
    // approximate; a file with a longer line must be searched as a whole.
    std::size_t max_line_bytes;
    std::int64_t earlier_lines = 0; // matches on this many of the first lines do not count
};

struct BlockSearch {
    FileFindings found; // in the mode for matches; may have more than requested
    std::int64_t count = 0; // number of lines that match, up to where the search stopped
    bool has_nul = false; // determined only if a line matches
    bool is_whole = false; // false: too large or not readable, so that nothing counts
    bool has_long_line = false; // nothing counts then
};

// Searches a file that is not UTF-16 in blocks, for a matcher that looks at single lines, without
// lines around matches. The result does not depend on the size of the blocks and the number of
// threads. `memory` belongs to the calling thread and is reused.
BlockSearch search_blocks(
    const BlockFile& file, const Matcher& matcher, const Wanted& wanted, LineBlock& memory);

}
