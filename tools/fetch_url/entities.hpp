#pragma once

#include <string>
#include <string_view>

namespace fetch_url {

// Appends text of HTML to `to` with its character references decoded: numbers, and the names of
// HTML 4 with the punctuation of HTML 5. Unknown names stay as they are; a number that is no
// character becomes U+FFFD.
void append_decoded(std::string& to, std::string_view text);

}
