#pragma once

#include "toolkit/json.hpp"

#include <string_view>

// Parses JSON that somebody else has written: a server, a tool, a file. At most 64 deep, a million values in
// all, and no objects so wide that looking for their keys, which are kept in order and compared one by one,
// takes long: so that neither the stack, the memory nor the time depends on the text. The whole text is the document:
// a NUL byte does not end it, and no byte order mark stands before it. Throws BAD_REQUEST "it
// is not JSON: …", or which of these it exceeds.
Json parse_bounded(std::string_view text);
