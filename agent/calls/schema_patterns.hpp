#pragma once

#include "toolkit/json/schema.hpp"

namespace agent::calls {

using namespace toolkit;

// The patterns of schemas in the syntax of RE2, whose time does not depend on the pattern.
json::PatternMatch compiled_by_re2(const std::string& pattern);

}
