#pragma once

#include <string_view>

namespace apply_patch::apply {

// Is the text what git stores under a hash that begins with these digits: SHA-1 or SHA-256 of "blob
// SIZE", a NUL and the text (gitformat-pack, "Object ID")? Fewer than four digits say nothing. No
// security rests on it.
bool is_git_blob(std::string_view text, std::string_view first_digits);

}
