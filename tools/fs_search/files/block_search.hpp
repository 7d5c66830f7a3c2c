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

// A file that is read in blocks: each holds the lines that begin in so many bytes.
struct BlockFile {
    const File& file;
    const std::string& path;
    std::size_t block_bytes;
    std::size_t max_bytes; // in all; of more, the file is too large
    int threads; // that search it, the calling one among them
    std::size_t max_line_bytes; // about; a longer one is for a search of the whole
    std::int64_t earlier_lines = 0; // matches on so many of the first lines don't count
};

struct BlockSearch {
    FileFindings found; // where matches are wanted, perhaps more than are
    std::int64_t count = 0; // of lines that match, as far as the search went
    bool has_nul = false; // told where a line matches
    bool is_whole = false; // else it is too large or can't be read, and nothing counts
    bool has_long_line = false; // so that nothing counts
};

// Searches a file that is not UTF-16 in pieces, for a matcher that looks at lines one by one;
// without lines around a match. Finds the same whatever the size of the blocks and the number of
// threads. `memory` is the calling thread's, to be used again.
BlockSearch search_blocks(
    const BlockFile& file, const Matcher& matcher, const Wanted& wanted, LineBlock& memory);

}
