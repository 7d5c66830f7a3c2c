#pragma once

#include "pages.hpp"
#include "toolkit/system/file.hpp"

#include <cstddef>
#include <span>

namespace fs_search::files {

using namespace toolkit;

// Which bytes of a file make a block.
struct BlockRange {
    std::size_t begin = 0;
    std::size_t end = 0;
};

// Reads the lines of a file that begin in a range of its bytes.
class LineBlock {
public:
    // The memory grows where a line is long, up to about `longest` bytes: what is left of the line
    // is not read then.
    bool read(const File& file, const BlockRange& range, std::size_t longest);

    // Those that read() has read, to be changed at will. Only the last of the file may lack a line
    // break.
    std::span<char> lines() const { return {bytes() + first, end - first}; }

    // Is the last line longer than that?
    bool is_cut() const { return cut; }

    // Does no line follow?
    bool is_last() const { return is_at_end && end == filled; }

    // Up to where the file was read; 0 where it ends before the range.
    std::size_t offset() const { return filled == 0 ? 0 : begin + filled; }

    // Where in the file the lines are.
    BlockRange lines_at() const { return {begin + first, begin + end}; }

    // A byte lies as far from the start of a page as in the file: else each page is copied to where
    // Pages says that it is slow.
    static constexpr std::size_t page = 4096;

private:
    bool fill(const File& file, std::size_t wanted);
    char* bytes() const { return memory.data() + begin % page; }

    Pages memory;
    std::size_t begin = 0; // in the file, of what is in memory
    std::size_t filled = 0;
    std::size_t first = 0; // of the lines, in bytes()
    std::size_t end = 0;
    bool is_at_end = false;
    bool cut = false;
};

}
