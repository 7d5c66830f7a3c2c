#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::json {

// Returns why a text is not JSON (RFC 8259) although nlohmann's parser may accept it: a NUL byte,
// which that parser takes for the end of the text, or a byte order mark at the beginning, which it
// skips. Returns an empty string if there is neither. Call it before parsing a text from elsewhere:
// two programs must not read two documents in it.
std::string stray_bytes_in(std::string_view text);

// What an object means that names a member twice.
enum class RepeatedNames { last_counts, refused };

// What a text may have, and how an error speaks of it.
struct JsonRules {
    std::size_t max_depth = 64;
    std::size_t max_values = 1'000'000; // some 100 MB
    // Of each name with those before it in its object. Reading is linear, but whoever copies or
    // changes a wide object member by member, whose names are kept in order, pays for these: some
    // tenths of a second.
    std::size_t max_comparisons = 200'000'000;
    RepeatedNames repeated = RepeatedNames::last_counts;
    std::string subject = "it"; // of the errors: "it is not JSON, …"
    std::string hint = {}; // for a text that is not JSON
};

// Parses JSON (RFC 8259) that somebody else has written. The whole text is the document: a NUL byte
// does not end it, and no byte order mark stands before it. Takes a time that grows with the text
// as n·log n at most. Throws BAD_REQUEST saying where it is not JSON, or which of the rules it
// breaks, and never what was read: that may be part of a secret.
Json parse_json(std::string_view text, const JsonRules& rules);

// The same of a server, a tool or a file: with these limits, neither the stack nor the memory nor
// the time of what is done with it afterwards depends on the text.
Json parse_bounded(std::string_view text, RepeatedNames repeated = RepeatedNames::last_counts);

// Checks all of the text as parse_bounded() does, but of an object keeps only the members `names`;
// of anything else nothing. A text may be long, and little of it asked for.
Json members_in(std::string_view text, const std::vector<std::string>& names);

// A request: one JSON object, or nothing at all, which means {}. Throws BAD_REQUEST if it is not,
// nests deeper than 64, has more than 100,000 values, or any object in it names a field twice.
Json parse_request(std::string_view text);

}
