#pragma once

#include "findings.hpp"
#include "matches.hpp"

#include <string>
#include <vector>

namespace fs_search {

// What an answer has besides its findings.
struct Remarks {
    std::string next_cursor = {}; // empty: no page follows
    std::string note = {}; // empty: there is nothing to say
};

// The answer that the contract describes, as parts of a JSON text.
std::vector<std::string> report(Findings&& findings, Mode mode, const Remarks& remarks);

}
