#pragma once

#include <string_view>

namespace toolkit::web {

// These functions take the comma-separated value of a header field that lists encodings.

// True if one of the encodings changes the bytes of the body. Other values that servers put there,
// such as a character set, do not.
bool is_compressed(std::string_view encodings);

// True if "chunked" is the only encoding. A proxy may repeat the server's "chunked".
bool are_chunks(std::string_view encodings);

}
