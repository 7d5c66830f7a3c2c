#pragma once

#include "toolkit/system/error.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace agent::workflow {

// A place of a file, both from 1; columns count characters.
struct Place {
    std::size_t line = 1;
    std::size_t column = 1;

    bool operator==(const Place&) const = default;
};

// An error in a file, with its place.
class Problem : public toolkit::ToolError {
public:
    Problem(Place place, std::string message, std::string hint = {})
        : Problem(place, toolkit::Code::bad_request, std::move(message), std::move(hint))
    {
    }
    Problem(Place place, toolkit::Code code, std::string message, std::string hint = {})
        : ToolError(code, std::move(message), std::move(hint))
        , place(place)
    {
    }

    Place place;
};

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
