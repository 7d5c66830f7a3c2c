#pragma once

#include "matcher.hpp"

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace fs_search {

enum class Mode { matches, files, count };

// What is wanted to know of a file.
struct Wanted {
    Mode mode = Mode::matches;
    std::int64_t context_lines = 0;
    std::int64_t most_results = 0; // after so many, the rest of the file is not looked at
};

// One line that matches. Texts are bytes of the file, or of what UTF-16 was turned into.
struct Match {
    std::int64_t line; // from 1
    std::int64_t column; // in bytes, from 1
    std::string_view preview;
    bool is_clipped = false; // something of the preview, or of the lines around it, is missing
    std::vector<std::string_view> before = {}; // the lines in front of it, in their order
    std::vector<std::string_view> after = {};
};

using TakeMatch = std::function<void(const Match&)>;

// Finds all matches in `text`, of which each line counts once: by the first that begins on it. A
// line ends with '\n' or with the text; behind a '\n' at the end there is no line more. Gives them
// to `take` where matches are wanted; answers how many there are, as far as the search went.
std::int64_t find_matches(
    std::string_view text, const Matcher& matcher, const Wanted& wanted, const TakeMatch& take);

}
