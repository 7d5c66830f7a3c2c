#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::text {

// Finds invisible characters, which can carry text to a model that a reader does not see. These
// count: tags, characters that change the direction of writing or have no width, two or more
// variation selectors in a row, and three or more other invisible characters in a row. Characters
// that languages and emoji need do not count: single joiners, direction marks and selectors, the
// tags of a flag, soft hyphens, and a leading BOM.

// Returns the names of the invisible characters that count, by kind and line, such as "U+E0041
// (tag) ×12, line 3". After eight entries, the last entry is the number of further characters.
// `first_line` is the number of the first line; 0 if unknown, and then no line is named. Takes time
// linear in the size, and is fast on ASCII.
std::vector<std::string> invisible_in(std::string_view text, std::int64_t first_line);

struct Visible {
    std::string text;
    std::vector<std::string> left_out; // names, as invisible_in() returns them
};

// Returns the text without the invisible characters that count, and their names.
Visible visible_part(std::string text, std::int64_t first_line);

// Returns the names joined into one line: "U+E0041 (tag) ×12, line 3; U+200B (no width), line 4".
std::string in_line(const std::vector<std::string>& names);

// Returns true if the character is invisible (Unicode's Default_Ignorable_Code_Point), which
// includes joiners and variation selectors.
bool is_unseen(char32_t character);

}
