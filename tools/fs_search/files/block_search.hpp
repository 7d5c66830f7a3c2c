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

// A file to read in blocks. A block contains the lines that begin in its range of `block_bytes`
// bytes.
struct BlockFile {
    const File& file;
    const std::string& path;
    std::size_t block_bytes;
    std::size_t max_bytes; // a larger file is not searched
    int threads; // number of threads, including the calling one
    // Maximum length of a line, approximately. A file with a longer line must be searched as a
    // whole.
    std::size_t max_line_bytes;
    std::int64_t earlier_lines = 0; // matches on this many lines from the beginning do not count
};

struct BlockSearch {
    FileFindings found; // in the mode `matches`; may contain more than requested
    std::int64_t count = 0; // number of lines that matched until the search stopped
    bool has_nul = false; // determined only if a line matches
    bool is_whole = false; // false if the file is too large or cannot be read; then nothing counts
    bool has_long_line = false; // true if a line is too long; then nothing counts
};

// Searches a file that is not UTF-16 in blocks, with a matcher for single lines and without lines
// around matches. The result depends neither on the size of the blocks nor on the number of
// threads. `memory` belongs to the calling thread and is reused.
BlockSearch search_blocks(
    const BlockFile& file, const Matcher& matcher, const Wanted& wanted, LineBlock& memory);

}
