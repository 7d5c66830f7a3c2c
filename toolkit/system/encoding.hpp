#pragma once

#include "toolkit/system/file.hpp"

#include <string_view>

namespace toolkit::system {

// Returns true if the text looks like UTF-16: it begins with a byte order mark and has a NUL, or
// every other byte of its beginning is NUL.
bool is_utf16(std::string_view text);

// Returns true if UTF-8 text would be in another encoding than the file that it is inserted into:
// the file is UTF-16, or it is not valid UTF-8 and the text has characters beyond ASCII. An
// inserted text that is not UTF-8 is assumed to be intended.
bool mixes_encodings(std::string_view file, std::string_view inserted);

// Like mixes_encodings() for a text, for a file of any size, in constant memory. `name` identifies
// the file in messages.
bool mixes_encodings(const File& file, std::string_view name, std::string_view inserted);

}
