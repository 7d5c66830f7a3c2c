#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::text {

// Invisible characters can carry text to a model that a reader does not see. These count: tags,
// characters that change the direction of writing or have no width, two or more variation selectors
// in a row, and three or more others in a row. Those that languages and emoji need do not: single
// joiners, marks of direction and selectors, tags of a flag, soft hyphens, a leading BOM.

// Returns the names of those in the text, by kind and line: {"U+E0041 (tag) ×12, line 3"}; after
// eight entries only the number of further characters. `first_line` is the number of the first
// line; 0: unknown, and no line is named. Linear in the size, and fast on ASCII.
std::vector<std::string> invisible_in(std::string_view text, std::int64_t first_line);

struct Visible {
    std::string text;
    std::vector<std::string> left_out; // names, as invisible_in() returns them
};

// Returns the text without them.
Visible visible_part(std::string text, std::int64_t first_line);

// Returns the names in one line: "U+E0041 (tag) ×12, line 3; U+200B (no width), line 4".
std::string in_line(const std::vector<std::string>& names);

// True if the character is invisible (Unicode's Default_Ignorable_Code_Point). Joiners and
// variation selectors are among these.
bool is_unseen(char32_t character);

}
