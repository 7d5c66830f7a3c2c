#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace toolkit::text {

// Returns two lower-case digits for each byte.
std::string hexadecimal(std::span<const unsigned char> bytes);

}

// Percent-encoding: RFC 3986, section 2.1.
namespace toolkit::text {

// Returns the byte of the escape, %XX, at `at`; nullopt if there is none.
std::optional<char> percent_escape(std::string_view text, std::size_t at);

// Returns the text with each %XX replaced by its byte. A % before anything else stays.
std::string percent_decoded(std::string_view text);

// Returns the byte as %XX, in upper case.
std::string percent_encoded(char byte);

}
