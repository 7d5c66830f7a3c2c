#pragma once

#include "toolkit/system/file.hpp"

#include <string_view>

namespace toolkit::system {

// Does the text look like UTF-16? It has its byte order mark and a NUL, or a NUL in every other
// byte of its beginning.
bool is_utf16(std::string_view text);

// Would a text in UTF-8 be in another encoding than the file that it is put into? The file is
// UTF-16, or it is not valid UTF-8 and the text has characters beyond ASCII. Bytes that are not
// UTF-8 are taken for those that are wanted.
bool mixes_encodings(std::string_view file, std::string_view inserted);

// The same of a file of any size, in constant memory. `name` is how messages call it.
bool mixes_encodings(const File& file, std::string_view name, std::string_view inserted);

}
