#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace toolkit::json {

// JSON's strings (RFC 8259, section 7) at the speed of memory. The parser takes a text letter by
// letter and holds it several times over, which is what a request of some megabytes would cost
// most.

// A JSON text without its long strings, and those decoded, by how many strings, names of fields
// too, stand before them. One that is no valid string stays in the text, for the parser to refuse.
struct ShortenedJson {
    std::string text; // with "" in place of each long string; empty where there is none
    std::map<std::size_t, std::string> long_strings;
    // Where in `text` something was taken out, and how many bytes of the whole text come before
    // what follows there, in order.
    std::vector<std::pair<std::size_t, std::size_t>> cuts;
    // Where strings begin that have more than 64 KiB and no end, or are no valid ones. The parser
    // would hold them several times over, and so it would a number of more than 1,000 characters.
    std::size_t unclosed = npos;
    std::size_t invalid = npos;
    std::size_t long_number = npos;

    static constexpr std::size_t npos = std::string_view::npos;

    // A place in `text` as one in the whole text.
    std::size_t original_place(std::size_t place) const;
};

// Linear in the size of the text, which need not be JSON.
ShortenedJson shorten(std::string_view text);

// Appends `text`, which must be UTF-8, as a string in quotes: Json::dump() to the letter.
void append_literal(std::string& json, std::string_view text);

// Does `text` stand in JSON as it is: ASCII without quotes, backslashes and control characters?
bool is_plain_literal(std::string_view text);

}
