#pragma once

#include <string>
#include <string_view>

namespace toolkit::json {

// Why a text that nlohmann's parser may accept is not JSON (RFC 8259) all the same: a NUL byte,
// which that parser takes for the end of the text, or a byte order mark at the beginning, which it
// skips. Empty if there is neither. Whoever parses a text that somebody else has written asks
// first: two programs must not read two documents in it.
std::string stray_bytes_in(std::string_view text);

}
