#pragma once

#include <string>
#include <string_view>

namespace fetch_url {

// Appends HTML text to `to` and decodes its character references: numbers, the names of HTML 4, and
// the punctuation of HTML 5. Unknown names stay as they are; a number that is not a character
// becomes U+FFFD.
void append_decoded(std::string& to, std::string_view text);

}
