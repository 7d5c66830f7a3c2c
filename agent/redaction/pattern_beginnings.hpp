#pragma once

#include <string>
#include <string_view>

namespace agent::redaction {

// A pattern of RE2's syntax, which that has accepted, for the beginnings of its matches: it matches
// every text that a match of `pattern` begins with and continues from, the empty one among them. A
// match that nothing after it can make another one is none of these. It may match others: of more
// repetitions than `pattern` allows, or with an assertion (\b, $) that does not hold at their end.
std::string beginnings_of(std::string_view pattern);

}
