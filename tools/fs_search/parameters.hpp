#pragma once

#include "request.hpp"
#include "toolkit/tool/parameter.hpp"

#include <array>
#include <vector>

namespace fs_search {

constexpr auto choices(Mode)
{
    using toolkit::tool::Choice;
    return std::array {Choice {Mode::matches, "matches"}, Choice {Mode::files, "files"},
        Choice {Mode::count, "count"}};
}

constexpr auto choices(OutputMode)
{
    using toolkit::tool::Choice;
    return std::array {Choice {OutputMode::content, "content"},
        Choice {OutputMode::files_with_matches, "files_with_matches"},
        Choice {OutputMode::count, "count"}, Choice {OutputMode::content, "matches"},
        Choice {OutputMode::files_with_matches, "files"}};
}

constexpr auto choices(Order)
{
    using toolkit::tool::Choice;
    return std::array {Choice {Order::path, "path"}, Choice {Order::modified, "modified"}};
}

// Returns the fields of a request. Those of other agents are accepted but not listed in the schema.
std::vector<toolkit::tool::Parameter<Request>> parameters();

}
