#pragma once

#include "edit.hpp"
#include "request.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fs_edit {

// An edit that has been checked.
struct Step {
    std::string old_text; // empty: fill an empty file, or insert
    std::string new_text;
    MatchMode mode = MatchMode::automatic;
    Which which = Which::the_only_one;
    std::optional<std::int64_t> expected_places = {};
    std::optional<std::int64_t> after_line = {}; // insert there
};

// The edits of a request, in their order; at least one. Throws BAD_REQUEST if they are not clear,
// and for what another tool does, with the request for that one in the hint.
std::vector<Step> steps_of(const Request& request);

// Which of several edits a message is about: "edit 2 of 3: "; empty if there is only one.
std::string name_of_step(std::size_t index, std::size_t count);

}
