#pragma once

#include "toolkit/json/schema.hpp"

namespace agent::calls {

using namespace toolkit;

// Compiles a pattern of a schema with RE2, which matches in linear time. Throws BAD_REQUEST if RE2
// does not accept the pattern.
json::PatternMatch compiled_by_re2(const std::string& pattern);

}
