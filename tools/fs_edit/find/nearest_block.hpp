#pragma once

#include "toolkit/text/lines.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace fs_edit::find {

using namespace toolkit;

// Lines of a file, from 0; `end` excluded.
struct Block {
    std::size_t begin;
    std::size_t end;
};

// The lines of the file that are most like the wanted ones. Candidates are those where most lines
// have most of their words in common; of the best of them, that with the shortest way from
// the one to the other. Nothing where no line is like any of those wanted.
std::optional<Block> find_nearest_block(
    const std::vector<text::Line>& file, const std::vector<text::Line>& wanted);

// The first wanted line that is not in the block as it is, and how it differs: "line 12 is 'x',
// 'oldString' has 'y' (they differ only in blanks)".
std::string first_difference(
    const std::vector<text::Line>& file, const Block& block, const std::vector<text::Line>& wanted);

}
