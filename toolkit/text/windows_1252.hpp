#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace toolkit::text {

// Windows-1252, which differs from ISO 8859-1 (Latin-1) in 0x80 to 0x9F. The five bytes there that
// it does not use are the control characters of ISO 8859-1.

// True if this is another usual name of the encoding, in lower case: "cp1252", "latin-1".
bool is_name_of_windows_1252(std::string_view name);

// Returns the text in UTF-8. Every byte is a character.
std::string from_windows_1252(std::string_view bytes);

// Returns UTF-8 text in Windows-1252, or nullopt if that lacks one of its characters.
std::optional<std::string> to_windows_1252(std::string_view text);

}
