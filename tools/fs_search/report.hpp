#pragma once

#include "findings.hpp"
#include "matches.hpp"

#include <string>
#include <vector>

namespace fs_search {

// The parts of an answer in addition to its findings.
struct Remarks {
    std::string next_cursor = {}; // empty for the last page
    std::string note = {}; // empty if there is none
};

// Returns the answer, which docs/contract/fs_search.md describes, as consecutive parts of a JSON
// text.
std::vector<std::string> report(Findings&& findings, Mode mode, const Remarks& remarks);

}
