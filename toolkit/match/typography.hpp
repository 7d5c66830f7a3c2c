#pragma once

#include "toolkit/text/lines.hpp"

#include <string>
#include <string_view>

namespace toolkit::match {

// Returns the new text in place of `there`, a part of a file that differs from the old text in
// newlines and typographic characters alone (see PlainText). What the new text has in common with
// the old one is as in the file, and so is a line that is moved; a typographic character that the
// old text has only for plain ones of the file is plain in the rest. New lines end as `around`.
std::string typographic_text(std::string_view there, std::string_view old_text,
    std::string_view new_text, text::LineEnd around);

}
