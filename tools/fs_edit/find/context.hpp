#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace fs_edit::find {

// The quoted parts of a text, by rules that most languages share: '…', "…", `…`, '''…''', """…"""
// and C++'s R"(…)". A backslash escapes the next character. A quote that is not closed in its line
// lasts up to the next line that contains an odd number of this kind of quote. It opens nothing if
// there is no such line, or if it is in a comment. An apostrophe in a word opens nothing.
class Quotes {
public:
    explicit Quotes(std::string_view text);

    // Returns true if `offset` is within quotes or at the quote that closes them.
    bool is_open_at(std::size_t offset) const;

private:
    std::vector<std::size_t> turns; // offsets at which quotes open and close, alternating
};

// The distance in bytes in which setting_at() looks for brackets and for the end of the line: about
// the length of a long statement, so that the cost of many places is bounded.
constexpr std::size_t near = 1000;

// The context of a place in a text: the nearest bracket that is open before it, and the end of its
// line.
struct BracketContext {
    char bracket = '\0'; // '\0' if no bracket is open nearby
    bool is_call = false; // f(…), if (…): a round bracket after a word
    // x{…}, $(…): directly after a word or a sign, other than an opening bracket, "=", ":", "," or
    // ">"
    bool is_glued = false;
    // {"a": …}: a quote follows the bracket, and a colon is between it and the place
    bool has_key = false;
    // The last character of the line; empty if that is too far away or after ";;".
    char line_end = '\0';
};

// Returns the context of a place, an offset in bytes.
BracketContext setting_at(std::string_view text, const Quotes& quotes, std::size_t place);

// Returns true if the line may contain the beginning of a comment that lasts to its end.
bool may_have_comment(std::string_view line);

}
