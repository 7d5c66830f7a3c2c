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

// Lines of the file. That of an anchor begins with the anchor's line.
using Scope = LineRange;

// Where the anchors of a hunk lead.
struct Anchored {
    std::vector<Scope> scopes; // none where `unknown` is not empty
    bool is_beyond = false; // an inner anchor stands after the outer one, which heads no block
    std::string_view unknown = {}; // the anchor that leads nowhere
};

// What is wrong with an anchor, and what would do.
struct AnchorProblem {
    std::string problem;
    std::string hint;
};

// Finds the lines that '@@' names, without regard to whitespace and typography: the lines that are
// so, else those that begin so with whole words, else the one line that begins so. And the blocks
// that they head, guessed from indentation: an inner anchor stands in the block of the outer one,
// if that heads one.
class Anchors {
public:
    // Both must outlive the object. Only the anchors of these hunks can be found.
    Anchors(const std::vector<text::Line>& file, const std::vector<read::Hunk>& hunks);

    // The blocks that the anchors lead to, one within the other; all of the file where there are
    // none.
    Anchored find(const std::vector<std::string_view>& anchors);

    // Looks at the whole file.
    AnchorProblem explain(std::string_view unknown);

private:
    const std::vector<std::size_t>& lines_like(const std::string& anchor);
    void find_lines_that_begin();
    std::size_t end_of_block(std::size_t head);
    std::size_t find_end_of_block(std::size_t head);
    bool is_part_of_word(std::string_view anchor, const std::vector<std::size_t>& heads) const;
    std::string nearest_line(std::string_view anchor) const;

    const std::vector<text::Line>& file;
    std::unordered_map<std::string, std::vector<std::size_t>> lines_by_text; // of each anchor
    std::unordered_map<std::string, std::vector<std::size_t>> lines_by_start; // of the others
    bool knows_starts = false;
    std::unordered_map<std::size_t, std::size_t> block_ends; // by head
    match::Budget budget; // of the lines of blocks, in all searches
};

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
