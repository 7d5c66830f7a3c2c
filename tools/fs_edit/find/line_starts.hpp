#pragma once

#include "match.hpp"
#include "toolkit/text/lines.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace fs_edit::find {

using namespace toolkit;

// Is there nothing but indentation before this byte in its line?
bool starts_line(std::string_view text, std::size_t at);

// The lines of a wanted text and of a match of its tokens that begin with the same token.
struct LineStarts {
    std::vector<text::Line> written;
    std::vector<text::Line> file;
};

LineStarts line_starts(std::string_view text, Match match, std::string_view wanted);

// Are all of those lines indented alike at one of the places, at least?
bool has_indentation_of(std::string_view text, const Matches& found, std::string_view wanted);

}
