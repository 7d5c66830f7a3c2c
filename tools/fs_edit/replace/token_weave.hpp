#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fs_edit::replace {

struct TokenTexts {
    std::string_view old_text; // as it was written
    std::string_view there; // the same tokens in the file
    std::string_view new_text; // as it was written
    std::string_view indented; // the same tokens, indented as the file is, and with its line ends
};

// The new tokens. A gap between them that the new text has in common with the old one is as in the
// file; any other is that of `indented`, and so is one in a string, and one that would join two
// tokens or put one into a comment if it were as in the file. Nothing if the file has another gap
// than the old text (a tab, two spaces, an empty line), and it is not clear which of the new ones
// takes its place.
std::optional<std::string> weave_tokens(const TokenTexts& texts);

}
