#pragma once

#include "findings.hpp"

#include <string>
#include <vector>

namespace fs_search {

// Makes the text of a plain file final: each line once, in order. The results then no longer refer
// to parts of the text.
void join_lines(FileFindings& file);

// The lines of any other file whose text is not final, for the answer. Texts are escaped as in a
// JSON string.
struct MergedLines {
    std::string text; // "12:match" and "13-line around it", without a final newline
    std::string encoded; // the lines that are in base64, in this form
    std::vector<std::int64_t> clipped; // line numbers
    std::int64_t replaced = 0; // number of U+FFFD in lines that are not UTF-8
};

// Returns each line once, in order. A line that matches counts as a match, even if it is also
// around another one.
MergedLines merged_lines(const FileFindings& file);

}
