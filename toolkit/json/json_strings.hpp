#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace toolkit::json {

// Reads and writes JSON strings (RFC 8259, section 7) at the speed of memory. The parser reads a
// text character by character and holds it several times over, which would be most of the cost of a
// request of several megabytes.

// A JSON text without its long strings, and these strings, decoded. Their keys are the numbers of
// strings before them, including names of members. A long string that is invalid stays in the text,
// so that the parser refuses it.
struct ShortenedJson {
    std::string text; // with "" in place of each long string; empty if there are no long strings
    std::map<std::size_t, std::string> long_strings;
    // The places in `text` at which something was taken out, in order, each with its place in the
    // whole text.
    std::vector<std::pair<std::size_t, std::size_t>> cuts;
    // Offsets of strings that have more than 64 KiB and are not closed or invalid, and of a number
    // of more than 1,000 characters; npos if there are none. They must be refused before parsing,
    // since the parser would hold them several times over.
    std::size_t unclosed = npos;
    std::size_t invalid = npos;
    std::size_t long_number = npos;

    static constexpr std::size_t npos = std::string_view::npos;

    // Converts a place in `text` into a place in the whole text.
    std::size_t original_place(std::size_t place) const;
};

// Takes out the long strings. Takes time linear in the size of the text, which need not be JSON.
ShortenedJson shorten(std::string_view text);

// Appends `text`, which must be UTF-8, as a string in quotes, exactly as Json::dump() writes it.
void append_literal(std::string& json, std::string_view text);

// Returns true if `text` needs no escapes in JSON: it is ASCII without quotes, backslashes and
// control characters.
bool is_plain_literal(std::string_view text);

}
