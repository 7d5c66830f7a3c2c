#include "agent/workflow/problems.hpp"

#include <algorithm>
#include <tuple>

namespace agent::workflow {

Problems told_of(const Problems& problems)
{
    Problems told = problems;
    std::stable_sort(told.begin(), told.end(), [](const Problem& one, const Problem& other) {
        return std::tie(one.place.line, one.place.column)
            < std::tie(other.place.line, other.place.column);
    });
    const auto is_same_place
        = [](const Problem& one, const Problem& other) { return one.place == other.place; };
    told.erase(std::unique(told.begin(), told.end(), is_same_place), told.end());
    if (told.size() > max_problems)
        told.erase(told.begin() + max_problems, told.end());
    return told;
}

std::string line_of(const std::string& file, const Problem& problem)
{
    return file + ":" + std::to_string(problem.place.line) + ":"
        + std::to_string(problem.place.column) + ": error: " + problem.message
        + (problem.hint.empty() ? "" : "; " + problem.hint);
}

}
