#pragma once

#include "tools/fs_edit/edit.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace fs_edit::find {

// Texts that were copied from a listing, with the numbers that it puts in front of lines.

// The first of the numbers, if each line of the text that is not blank has one and they grow; empty
// otherwise.
std::string_view first_number(std::string_view text);

struct UnnumberedTexts {
    std::string old_text;
    std::string new_text;
};

// Both texts without the numbers of a listing, if the old one has them, and the new one has them on
// all of its lines, as those of the old one are, or on none. A blank that the listing put behind
// each number is taken away if the file does not have it.
std::optional<UnnumberedTexts> without_numbers(std::string_view file, const Wanted& wanted);

}
