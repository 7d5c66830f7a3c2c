#pragma once

#include "quotes.hpp"

#include <cstddef>
#include <string_view>

namespace fs_edit::find {

// So far is looked for what a place stands in: as statements are long, and many places cost little.
constexpr std::size_t near = 1000;

// What a place in a text stands in, by the nearest bracket that is open before it and by the end of
// its line.
struct Setting {
    char bracket = '\0'; // none, or none that is near
    bool is_call = false; // f(…), if (…): it is a round one behind a word
    bool is_glued
        // x{…}, $(…): it stands directly behind a word or a sign, other than an opening one or "="
        = false;
    bool has_key = false; // {"a": …}: a quote follows it, and a colon before the place
    char line_end = '\0'; // the last character of the line
};

Setting setting_at(std::string_view text, const Quotes& quotes, std::size_t place);

// May a comment begin in this line that lasts to its end?
bool may_have_comment(std::string_view line);

}
