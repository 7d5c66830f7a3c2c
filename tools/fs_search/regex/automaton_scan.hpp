#pragma once

#include "dfa.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace fs_search::regex {

// A place on each line of the text that the automaton accepts, in order; it may be that of the line
// break.
std::vector<std::size_t> accepted_lines(const LineAutomaton& automaton, std::string_view text);

}
