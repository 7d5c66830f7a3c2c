#pragma once

#include "toolkit/lines.hpp"

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

// Lines of the file. That of an anchor begins with the anchor's line.
struct Scope {
    std::size_t begin;
    std::size_t end;
};

// Where the anchors of a hunk lead.
struct Anchored {
    std::vector<Scope> scopes; // none where `unknown` is not empty
    bool is_beyond = false; // an inner anchor stands behind the block of the outer one only
    std::string_view unknown = {}; // the anchor that leads nowhere
    std::string problem = {}; // what is wrong with it, and what would do
    std::string hint = {};
};

// Finds the lines that '@@' names, without regard to blanks and typography: the lines that are so, else those that
// begin so with whole words, else the one line that begins so. And the blocks that they head, guessed from indentation.
class Anchors {
public:
    // Both must outlive the object: the lines as they are, and folded as far as can be.
    Anchors(const std::vector<Line>& file, const std::vector<Line>& folded);

    // The blocks that the anchors lead to, one within the other; all of the file where there are none.
    Anchored find(const std::vector<std::string_view>& anchors);

private:
    const std::vector<std::size_t>& lines_like(const std::string& anchor);
    std::vector<std::size_t> lines_that_begin(std::string_view anchor);
    std::size_t end_of_block(std::size_t head);
    void spend(std::size_t lines);
    std::string nearest_line(std::string_view anchor) const;
    void explain(Anchored& anchored, const std::vector<std::size_t>& heads) const;

    const std::vector<Line>& file;
    const std::vector<Line>& folded;
    std::unordered_map<std::string_view, std::vector<std::size_t>> lines_by_text;
    std::unordered_map<std::string, std::vector<std::size_t>> lines_by_start;
    std::size_t lines_seen = 0; // in all searches
};
