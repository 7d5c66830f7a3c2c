#pragma once

#include <string>
#include <string_view>

namespace toolkit::text {

// Returns the text with letters and their accents apart (NFD), as macOS has them in names: for
// Latin, Greek, Cyrillic and Arabic letters, kana and Korean syllables. Keeps the order of several
// accents of a letter.
std::string decomposed(std::string_view text);

}
