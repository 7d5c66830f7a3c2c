#pragma once

#include "tools/fs_edit/edit.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace fs_edit::find {

// The reason why a text that seems to be in a file is not found, and a hint for the model.
struct Cause {
    std::string words;
    std::string hint;
};

// Returns the first of these reasons that applies: the file is UTF-16; the text has the line
// numbers of a listing; the lines of the file end in CR alone; the line in the file continues where
// the text has its last newline; accents or other characters beyond ASCII are encoded differently.
// Otherwise returns nullopt.
std::optional<Cause> find_cause(std::string_view text, std::string_view wanted);

// The functions below handle texts that were copied from a listing together with its line numbers.

// Returns the first line number, with its separator, if every line that has text begins with a
// number and the numbers increase; otherwise an empty view.
std::string_view first_number(std::string_view text);

struct UnnumberedTexts {
    std::string old_text;
    std::string new_text;
};

// Returns both texts without line numbers. All lines of the old text must have a number; those of
// the new text must have none, or all must have one of the same listing. A space after each number
// is removed as well, unless the file contains the old text with it. Otherwise returns nullopt.
std::optional<UnnumberedTexts> without_numbers(std::string_view file, const EditSpec& wanted);

}
