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
    std::string old_text; // if empty: fill an empty file, or insert lines
    std::string new_text;
    MatchMode mode = MatchMode::automatic;
    Which which = Which::the_only_one;
    std::optional<std::int64_t> expected_places = {};
    std::optional<std::int64_t> after_line = {}; // insert after this line, 1-based
};

// Returns the edits of a request in their order, at least one. Throws BAD_REQUEST if they are not
// clear. If another tool does what the request asks for, the hint contains the request to that
// tool.
std::vector<Step> steps_of(const Request& request);

// Returns the beginning of a message about one of several edits: "edit 2 of 3: ". Returns an empty
// string if there is only one.
std::string name_of_step(std::size_t index, std::size_t count);

}
