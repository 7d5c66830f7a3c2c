#pragma once

#include "rarity.hpp"
#include "regex_parser.hpp"

namespace fs_search::regex {

// Texts of which every match holds at least one, chosen to be rare; none if none are known. No text
// holds a newline or a CR.

// Of a pattern. They are looked for in any case if no character that it names depends on case.
Texts required_texts(const SyntaxPart& pattern);

// Of a text that is no pattern, in this case: its rarest line.
Texts required_texts(const std::string& text);

}
