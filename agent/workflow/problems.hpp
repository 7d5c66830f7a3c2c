#pragma once

#include "toolkit/system/error.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace agent::workflow {

// A position in a file. Both numbers are 1-based; columns count characters.
struct Place {
    std::size_t line = 1;
    std::size_t column = 1;

    bool operator==(const Place&) const = default;
    bool is_before(const Place& other) const
    {
        return line < other.line || (line == other.line && column < other.column);
    }
};

// An error in a file, with its position.
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

// The errors in a file.
using Problems = std::vector<Problem>;

inline void add(Problems& problems, Place place, std::string message, std::string hint = {})
{
    problems.emplace_back(place, std::move(message), std::move(hint));
}

// The maximum number of problems that are reported.
constexpr std::size_t max_problems = 20;

// Returns the first max_problems problems in the order of the file, at most one for each place.
Problems told_of(const Problems& problems);

// Formats a problem: "FILE:LINE:COL: error: MESSAGE; HINT".
std::string line_of(const std::string& file, const Problem& problem);

}
