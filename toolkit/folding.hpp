#pragma once

#include <string>
#include <string_view>

// Lines as a reader sees them: what differs between two lines that look alike is taken away.

std::string_view indentation_of(std::string_view text);
std::string_view without_end_blanks(std::string_view text);
std::string_view trimmed(std::string_view text);

// With plain blanks, quotes, dashes and dots in place of no-break spaces and typographic ones, and without what has no
// width.
std::string with_plain_typography(std::string_view text);
