#pragma once

#include "finder.hpp"
#include "toolkit/text/lines.hpp"

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
    bool is_beyond = false; // an inner anchor stands behind the outer one, which heads no block
    std::string_view unknown = {}; // the anchor that leads nowhere
};

// What is wrong with an anchor, and what would do.
struct AnchorProblem {
    std::string problem;
    std::string hint;
};

// Finds the lines that '@@' names, without regard to blanks and typography: the lines that are so,
// else those that begin so with whole words, else the one line that begins so. And the blocks that
// they head, guessed from indentation: an inner anchor stands in the block of the outer one, if
// that heads one.
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

}
