#pragma once

#include "toolkit/system/error.hpp"

#include <cstddef>
#include <string>
#include <utility>

namespace agent::workflow {

// A place of a file, both from 1; columns count characters.
struct Place {
    std::size_t line = 1;
    std::size_t column = 1;

    bool operator==(const Place&) const = default;
};

// What is wrong with a file, and where.
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

}
