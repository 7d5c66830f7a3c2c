#pragma once

#include "agent/redaction/pattern_program.hpp"

#include <array>
#include <cstddef>
#include <string_view>

namespace agent::redaction {

// What a search at the beginning of a text came to.
struct Backtracked {
    static constexpr std::size_t max_groups = 12; // with the whole match, which is the first one

    bool is_decided = false; // false: it took more than `max_steps`
    bool is_match = false;
    bool depends_on_more = false; // what follows the text could make the result another one
    std::size_t steps = 0;
    std::array<std::string_view, max_groups> groups = {};
};

// The match that `text` begins with, the same that RE2 finds there. Of patterns with a choice at
// many places it can take very long to see that there is none, therefore the limit.
Backtracked backtrack(const PatternProgram& program, std::string_view text, std::size_t max_steps);

}
