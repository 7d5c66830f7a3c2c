#pragma once

#include "toolkit/json.hpp"

#include <string_view>

// Parses JSON that somebody else has written: a server, a tool, a file. At most 64 deep and 20,000 keys in
// all, so that neither the stack nor the time (keys are kept in order, and looked for one by one) depends on
// the text. Throws BAD_REQUEST "it is not JSON: …", or that it is too deep or has too many keys.
Json parse_bounded(std::string_view text);
