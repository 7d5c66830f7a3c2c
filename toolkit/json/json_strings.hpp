#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace toolkit::json {

// JSON's strings (RFC 8259, section 7) at the speed of memory. The parser takes a text letter by
// letter and holds it several times over, which is what a request of some megabytes would cost
// most.

// A JSON text without its long strings, and those decoded, by how many strings, names of fields
// too, stand before them. One that is no valid string stays in the text, for the parser to refuse.
struct ShortenedJson {
    std::string text; // with "" in place of each long string; empty where there is none
    std::map<std::size_t, std::string> long_strings;
};

// Linear in the size of the text, which need not be JSON.
ShortenedJson shorten(std::string_view text);

// Appends `text`, which must be UTF-8, as a string in quotes: Json::dump() to the letter.
void append_literal(std::string& json, std::string_view text);

// Does `text` stand in JSON as it is: ASCII without quotes, backslashes and control characters?
bool is_plain_literal(std::string_view text);

}
