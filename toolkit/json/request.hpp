#pragma once

#include "toolkit/json/json.hpp"

#include <string_view>

// Reads a request: one JSON object (RFC 8259, UTF-8), or nothing at all, which means {}. Throws BAD_REQUEST
// where it is not (a NUL byte or a byte order mark is no part of one), where it nests deeper than 64, or where any object in it names a field twice. Linear in
// the size of the text, whatever stands in it.
Json parse_request(std::string_view text);
