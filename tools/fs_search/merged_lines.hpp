#pragma once

#include "findings.hpp"

#include <string>
#include <vector>

namespace fs_search {

// Makes the text of a plain file final: each line once, in order. The results then no longer refer
// to parts of the text.
void join_lines(FileFindings& file);

// Lines for the answer of a file that is not plain. The strings are escaped as in JSON.
struct MergedLines {
    std::string text; // "12:match" and "13-line around it", without a final newline
    std::string encoded; // the lines in base64, in the same form
    std::vector<std::int64_t> clipped; // line numbers
    std::int64_t replaced = 0; // number of U+FFFD in lines that are not UTF-8
};

// Returns each line once, in order. A line that matches counts as a match, even if it is also
// around another one.
MergedLines merged_lines(const FileFindings& file);

}
