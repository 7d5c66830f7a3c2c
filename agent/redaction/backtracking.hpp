#pragma once

#include "agent/redaction/pattern_program.hpp"

#include <array>
#include <cstddef>
#include <string_view>

namespace agent::redaction {

// The result of a search at the beginning of a text.
struct Backtracked {
    static constexpr std::size_t max_groups = 12; // including the whole match

    bool is_decided = false; // false: it took more than `max_steps`
    bool is_match = false;
    bool depends_on_more = false; // more text after the end could change the result
    std::size_t steps = 0;
    std::array<std::string_view, max_groups> groups = {};
};

// Returns the match at the beginning of `text`, the same one that RE2 finds there. Stops after
// `max_steps`, since a pattern with many choices can take very long to find that there is no match.
Backtracked backtrack(const PatternProgram& program, std::string_view text, std::size_t max_steps);

}
