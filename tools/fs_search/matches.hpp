#pragma once

#include "findings.hpp"
#include "matcher.hpp"

#include <cstdint>
#include <string_view>

enum class Mode { matches, files, count };

// What is wanted to know of a file.
struct Wanted {
    Mode mode = Mode::matches;
    std::int64_t context_lines = 0;
    std::int64_t most_results = 0; // after so many, the rest of the file is not looked at
};

// All matches in `text`, of which each line counts once: by the first that begins on it. A line ends with
// '\n' or with the text; behind a '\n' at the end there is no line more. Answers no path.
FileFindings matches_in(std::string_view text, const Matcher& matcher, const Wanted& wanted);
