#pragma once

#include <cstddef>
#include <string_view>

namespace agent::redaction {

// Where the value ends of which a pattern has found [first, after): its first character, or its
// first part. If a quote stands in front of it, it goes to the quote that closes, whatever is in
// between, if it looks like a generated password; else to `after`, or to the first of `ends`, if
// that is a quote. A bare one continues after a backslash that escapes nothing. The result is
// `first` if it is no value.
std::size_t end_of_value(
    std::string_view text, std::size_t first, std::size_t after, std::string_view ends);

}
