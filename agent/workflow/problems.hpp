#pragma once

#include "agent/workflow/problem.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace agent::workflow {

// What is wrong with a file.
using Problems = std::vector<Problem>;

inline void add(Problems& problems, Place place, std::string message, std::string hint = {})
{
    problems.emplace_back(place, std::move(message), std::move(hint));
}

// So many are told.
constexpr std::size_t max_problems = 20;

// The first of them in the order of the file, one for each place.
Problems told_of(const Problems& problems);

// "FILE:LINE:COL: error: MESSAGE; HINT"
std::string line_of(const std::string& file, const Problem& problem);

}
