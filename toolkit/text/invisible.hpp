#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::text {

// Characters in which something can be said to a model that a reader does not see: tags, characters
// that turn the direction of writing or have no width, two variation selectors in a row, and three
// of any others that are not seen. What languages and emojis need is not among them: joiners, marks
// of direction, a selector, the tags of a flag, soft hyphens, a byte order mark at the beginning.

// Those of the text, by kind and line: {"U+E0041 (tag) ×12, line 3"}; after the first eight of such
// only how many characters more. `first_line` is the number of its first line, 0 if that is not
// known: then by kind. Takes time linear in the size, and little for ASCII.
std::vector<std::string> invisible_in(std::string_view text, std::int64_t first_line);

struct Visible {
    std::string text;
    std::vector<std::string> left_out; // as invisible_in() has them
};

// The text without them.
Visible visible_part(std::string text, std::int64_t first_line);

// The names in one line: "U+E0041 (tag) ×12, line 3; U+200B (no width), line 4".
std::string in_line(const std::vector<std::string>& names);

}
