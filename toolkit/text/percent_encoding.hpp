#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace toolkit::text {

// Two lower-case digits for each byte.
std::string hexadecimal(std::span<const unsigned char> bytes);

}

// Percent-encoding: RFC 3986, section 2.1.
namespace toolkit::text {

// The byte of the escape, %XX, that begins at a place of a text; nothing if none begins there.
std::optional<char> percent_escape(std::string_view text, std::size_t at);

// With each %XX as the byte that it means; a % in front of anything else stays.
std::string percent_decoded(std::string_view text);

// A byte as %XX, in upper case.
std::string percent_encoded(char byte);

}
