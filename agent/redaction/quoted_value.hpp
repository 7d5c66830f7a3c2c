#pragma once

#include "agent/redaction/provider_tokens.hpp"
#include "agent/redaction/text_block.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace agent::redaction {

// Where the value ends of which a pattern has found [first, after): its first character, or its
// first part. If a quote stands in front of it, it goes to the quote that closes, whatever is in
// between, if it looks like a generated password; else to `after`, or to the first of `ends`, if
// that is a quote. A bare one continues after a backslash that escapes nothing. The result is
// `first` if it is no value.
std::size_t end_of_value(
    std::string_view text, std::size_t first, std::size_t after, std::string_view ends);

// The value of the name that `text` begins with and that a colon ends, if it is a block of YAML of
// which each line is a word, as the lines of a key are, and that looks so. `refused`: how far other
// names in `text` have none, going by what this one has.
std::optional<SecretSpan> yaml_secret_at(
    std::string_view text, Likeness likeness, std::size_t& refused);

// Could there be one that continues after this text?
bool is_open_yaml_secret(std::string_view text);

}
