#pragma once

#include <string>
#include <vector>

namespace agent::redaction {

// What is redacted beyond known values and shapes.
struct RedactionRules {
    std::vector<std::string> patterns; // RE2 syntax: what matches
    std::vector<std::string> keys; // names, in any case: what "NAME": value and NAME=value say
};

// Throws BAD_PATTERN where it does not compile, or matches the empty text.
void check_pattern(const std::string& pattern);

// Throws BAD_REQUEST where it is none that agent/redaction/named_values.hpp looks for, or one that
// messages and the audit are made of.
void check_key(const std::string& name);

}
