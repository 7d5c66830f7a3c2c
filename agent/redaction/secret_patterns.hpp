#pragma once

#include <re2/re2.h>

#include <memory>
#include <string>
#include <string_view>

namespace agent::redaction {

// Throws BAD_PATTERN.
std::unique_ptr<RE2> compiled_pattern(const std::string& pattern);

// Can a match not go across a line break? Conservative: only what is known not to match one; a dot
// does not, unless a flag says so.
bool stays_in_line(std::string_view pattern);

}
