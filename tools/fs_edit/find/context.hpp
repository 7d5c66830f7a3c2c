#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace fs_edit::find {

// Where in a text quotes are open, as most languages have them: '…', "…" and `…`, '''…''' and
// """…""" and C++'s R"(…)"; a backslash takes away the meaning of what follows it. One that is not
// closed in its line lasts up to the next line with an odd number of them; where there is none, or
// it stands in a comment, it opens nothing. Nor does an apostrophe in a word.
class Quotes {
public:
    explicit Quotes(std::string_view text);

    // Is what stands there within quotes, or a quote that closes them?
    bool is_open_at(std::size_t offset) const;

private:
    std::vector<std::size_t> turns; // where one opens or ends, in turn
};

// So far is looked for what a place stands in: as statements are long, and many places cost little.
constexpr std::size_t near = 1000;

// What a place in a text stands in, by the nearest bracket that is open before it and by the end of
// its line.
struct Setting {
    char bracket = '\0'; // none, or none that is near
    bool is_call = false; // f(…), if (…): it is a round one after a word
    bool is_glued
        // x{…}, $(…): it stands directly after a word or a sign, other than an opening one or "="
        = false;
    bool has_key = false; // {"a": …}: a quote follows it, and a colon before the place
    char line_end = '\0'; // the last character of the line
};

Setting setting_at(std::string_view text, const Quotes& quotes, std::size_t place);

// May a comment begin in this line that lasts to its end?
bool may_have_comment(std::string_view line);

}
