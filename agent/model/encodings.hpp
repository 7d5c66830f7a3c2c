#pragma once

#include <string_view>

namespace agent::model {

// Of the encodings that an answer's head names in one field, separated by commas.

// Does one of them change the bytes of the body? Whatever else servers name there, such as a
// character set, does not.
bool is_compressed(std::string_view encodings);

// Are these chunks and nothing else? Proxies may add "chunked" to the server's own.
bool are_chunks(std::string_view encodings);

}
