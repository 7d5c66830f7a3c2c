#pragma once

#include "toolkit/json/schema.hpp"

// The patterns of schemas in the syntax of RE2, whose time does not depend on the pattern.
PatternMatch compiled_by_re2(const std::string& pattern);
