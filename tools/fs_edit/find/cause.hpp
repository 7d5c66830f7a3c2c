#pragma once

#include "tools/fs_edit/edit.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace fs_edit::find {

// Why a text that looks as if it were in a file is not.
struct Cause {
    std::string words;
    std::string hint;
};

// The file is UTF-16; the text has the line numbers of a listing; the file's lines end in CR alone,
// or one goes on where the text has its last newline; its accents or its characters beyond ASCII
// are encoded otherwise. Nothing if it is none of these.
std::optional<Cause> find_cause(std::string_view text, std::string_view wanted);

// Texts that were copied from a listing, with the numbers that it puts in front of lines.

// The first of the numbers, if each line of the text that is not all whitespace has one and they
// grow; empty otherwise.
std::string_view first_number(std::string_view text);

struct UnnumberedTexts {
    std::string old_text;
    std::string new_text;
};

// Both texts without the numbers of a listing, if the old one has them, and the new one has them on
// all of its lines, as those of the old one are, or on none. A space that the listing put after
// each number is taken away if the file does not have it.
std::optional<UnnumberedTexts> without_numbers(std::string_view file, const Wanted& wanted);

}
