#pragma once

#include "findings.hpp"

#include <string>
#include <vector>

namespace fs_search {

// Makes the text of a plain file final: each line once, in order. The results have no place in it
// any more.
void join_lines(FileFindings& file);

// What the answer has of any other file whose text is not final. Texts are as in a string of JSON.
struct MergedLines {
    std::string text; // "12:match" and "13-line around it", without a newline at the end
    std::string encoded; // the same of the lines that are in base64
    std::vector<std::int64_t> clipped; // numbers of lines
    std::int64_t replaced = 0; // how many U+FFFD are in lines that are not UTF-8
};

// Each line once, in order; one that matches is a match, though it stands around another, too.
MergedLines merged_lines(const FileFindings& file);

}
