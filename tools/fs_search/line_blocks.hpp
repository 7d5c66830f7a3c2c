#pragma once

#include "pages.hpp"
#include "toolkit/file.hpp"

#include <cstddef>
#include <span>

// Reads a file piece by piece, each of whole lines.
class LineBlocks {
public:
    enum class Step { lines, end, too_large, failed };

    // A piece fills about all of `memory`, which grows where a line is longer; of more than `most` bytes in all, the
    // file is too large.
    LineBlocks(const File& file, Pages& memory, std::size_t most);

    Step next();

    // Those that next() has read, to be changed at will. Only the last of the file may lack a line break.
    std::span<char> lines() { return {block.data(), end_of_lines}; }

private:
    bool fill();

    const File& file;
    std::size_t most;
    Pages& block;
    std::size_t filled = 0;
    std::size_t end_of_lines = 0;
    std::size_t offset = 0; // in the file
    bool is_at_end = false;
};
