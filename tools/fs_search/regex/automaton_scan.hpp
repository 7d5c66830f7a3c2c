#pragma once

#include "dfa.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace fs_search::regex {

// Returns, for each line of the text that the automaton accepts, an offset on that line, in order.
// The offset may be that of the newline.
std::vector<std::size_t> accepted_lines(const LineAutomaton& automaton, std::string_view text);

}
