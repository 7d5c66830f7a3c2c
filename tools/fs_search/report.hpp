#pragma once

#include "findings.hpp"
#include "matches.hpp"

#include <string>
#include <vector>

namespace fs_search {

// The answer that the contract describes, as parts of a JSON text. Mode files has
// "files":[{"path"}] in place of "matches", count has "files":[{"path","count"}].
std::vector<std::string> report(Findings&& findings, Mode mode);

}
