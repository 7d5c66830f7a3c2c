#pragma once

#include <cstddef>
#include <string_view>

namespace toolkit::text {

// Do the bytes at `at` belong to the character before them, as its reader sees it: a combining
// accent, a colour of skin, or a joiner that makes one picture of two? "cafe" is not in "cafe" with
// an accent, and a woman is not in a woman with a computer.
bool continues_character(std::string_view text, std::size_t at);

}
