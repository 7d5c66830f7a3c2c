#pragma once

#include "rarity.hpp"
#include "regex_parser.hpp"

namespace fs_search::regex {

// The functions return texts of which each match contains at least one, chosen to be rare. They
// return no texts if none are known. No text contains a newline or a CR.

// For a pattern. The case of the texts is ignored unless the pattern names a character whose case
// matters.
Texts required_texts(const SyntaxPart& pattern);

// For a plain text, with this case: its rarest line.
Texts required_texts(const std::string& text);

}
