#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace toolkit::json {

// Returns the reason why a text is not JSON (RFC 8259) although nlohmann's parser may accept it: a
// NUL byte, which that parser takes for the end of the text, or a byte order mark at the beginning,
// which it skips. Returns an empty string if there is neither. To be called before parsing a text
// from elsewhere, so that two programs never read different documents in it.
std::string stray_bytes_in(std::string_view text);

// Determines how to treat an object that names a member twice.
enum class RepeatedNames { last_counts, refused };

// Limits for a text, and words for its errors.
struct JsonRules {
    std::size_t max_depth = 64;
    std::size_t max_values = 1'000'000; // about 100 MB
    // The limit for comparisons of each name with the names before it in its object. Parsing takes
    // linear time, but code that copies or changes a wide object member by member pays for these
    // comparisons: some tenths of a second at this limit.
    std::size_t max_comparisons = 200'000'000;
    RepeatedNames repeated = RepeatedNames::last_counts;
    std::string subject = "it"; // of error messages: "it is not JSON, …"
    std::string hint = {}; // for a text that is not JSON
};

// Parses JSON (RFC 8259) from elsewhere. The whole text is the document: a NUL byte does not end
// it, and a byte order mark is an error. Takes at most O(n log n) time. Throws BAD_REQUEST that
// says where the text is not JSON, or which of the rules it breaks. The message never contains the
// text, which may be a part of a secret.
Json parse_json(std::string_view text, const JsonRules& rules);

// Parses JSON of a server, a tool or a file with the default limits. They bound the stack, the
// memory and the time of the code that uses the result.
Json parse_bounded(std::string_view text, RepeatedNames repeated = RepeatedNames::last_counts);

// Returns the JSON of a text by parse_bounded(), or `otherwise` if the text is malformed or has a
// value of another type.
Json parse_or(std::string_view text, Json otherwise);

// Checks the whole text like parse_bounded(), but keeps only the members `names` of an object, and
// nothing of any other value. For long texts of which little is needed.
Json members_in(std::string_view text, const std::vector<std::string>& names);

// Parses a request: one JSON object; whitespace or an empty text means {}. Throws BAD_REQUEST if it
// is not an object, nests deeper than 64, has more than 100,000 values, or if any object in it
// names a field twice.
Json parse_request(std::string_view text);

}
