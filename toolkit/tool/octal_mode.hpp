#pragma once

#include <sys/types.h>

#include <string_view>

namespace toolkit::tool {

// "0644" or "644" to its bits. Throws BAD_REQUEST, naming `field`, unless it is three octal digits,
// with or without a leading 0: no request sets set-user-ID, set-group-ID or sticky bits.
mode_t parse_mode(std::string_view octal, std::string_view field);

}
