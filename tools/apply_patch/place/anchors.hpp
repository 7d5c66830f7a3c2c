#pragma once

#include "finder.hpp"
#include "toolkit/text/lines.hpp"
#include "tools/apply_patch/read/patch.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace apply_patch::place {

using namespace toolkit;

// A range of lines of the file. The scope of an anchor begins with the anchor's line.
using Scope = LineRange;

// The result of looking up the anchors of a hunk.
struct Anchored {
    std::vector<Scope> scopes; // empty if `unknown` is set
    bool is_outside_scope = false; // an inner anchor is after the outer one, which begins no block
    std::string_view unknown = {}; // the first anchor that was not found
};

// The reason why an anchor was not found, and a hint for the model.
struct AnchorProblem {
    std::string problem;
    std::string hint;
};

// Finds the lines that the anchors of '@@' lines name, and the blocks that these lines begin.
// Whitespace and typography are ignored.
//
// An anchor names the lines that equal it; if there are none, the lines that begin with it as whole
// words; if there are none, the line that begins with it in the midst of a word, if it is the only
// one. Blocks are guessed from indentation. An inner anchor is searched for in the block of the
// outer one. If the outer one begins no block, it is searched for in the rest of the file.
class Anchors {
public:
    // `file` and `hunks` must outlive the object. Only the anchors of these hunks can be found.
    Anchors(const std::vector<text::Line>& file, const std::vector<read::Hunk>& hunks);

    // Returns the scopes of the innermost anchor, at most 100; the whole file if `anchors` is
    // empty. `unknown` is set in place of `scopes` if an anchor is not found.
    Anchored find(const std::vector<std::string_view>& anchors);

    // Explains why find() reported this anchor as unknown. Compares it with every line of the file.
    AnchorProblem explain(std::string_view unknown);

private:
    const std::vector<std::size_t>& lines_like(const std::string& anchor);
    void find_lines_that_begin();
    std::size_t end_of_block(std::size_t head);
    std::size_t find_end_of_block(std::size_t head);
    bool is_part_of_word(std::string_view anchor, const std::vector<std::size_t>& heads) const;
    std::string nearest_line(std::string_view anchor) const;

    const std::vector<text::Line>& file;
    // Lines equal to each anchor.
    std::unordered_map<std::string, std::vector<std::size_t>> lines_by_text;
    // Lines beginning with an anchor that equals no line.
    std::unordered_map<std::string, std::vector<std::size_t>> lines_by_start;
    bool knows_starts = false; // lines_by_start is filled
    // Ends of blocks, by the number of the block's first line.
    std::unordered_map<std::size_t, std::size_t> block_ends;
    match::Budget budget; // for the lines of blocks, shared by all searches
};

// The blocks that the headings of hunks begin. A heading is the text after the numbers of a '@@'
// line.
class Headings {
public:
    // The texts of `file` and `hunks` must outlive the object.
    Headings(const std::vector<text::Line>& file, const std::vector<read::Hunk>& hunks);

    // Returns true if a hunk at this place is in the block that its heading begins: the heading is
    // a line above the place or a line of the hunk, and no line between them begins another block.
    // Returns true for a hunk without a heading.
    bool are_above(const read::Hunk& hunk, std::size_t place) const;

private:
    struct Block {
        std::size_t heading;
        std::size_t end; // the next line that begins another block
    };

    // The blocks of each heading, in the order of the file.
    std::unordered_map<std::string_view, std::vector<Block>> blocks;
};

}
