#pragma once

#include "tools/apply_patch/read/patch.hpp"

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace apply_patch::place {

using namespace toolkit;

// The blocks that the headings of hunks begin, which stand after the numbers of their '@@' lines.
class Headings {
public:
    // The texts of both must outlive the object.
    Headings(const std::vector<text::Line>& file, const std::vector<read::Hunk>& hunks);

    // True if a hunk is placed in the block that its heading begins: the heading is a line above
    // the place, or one of the hunk, with no line between them that begins another block. True for
    // a hunk without a heading.
    bool are_above(const read::Hunk& hunk, std::size_t place) const;

private:
    struct Block {
        std::size_t heading;
        std::size_t end; // the next line that begins another block
    };

    std::unordered_map<std::string_view, std::vector<Block>> blocks; // by heading, in their order
};

}
