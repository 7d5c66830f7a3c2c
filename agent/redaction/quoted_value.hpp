#pragma once

#include "agent/redaction/provider_tokens.hpp"
#include "agent/redaction/text_block.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace agent::redaction {

// Returns the end of a value of which a pattern has found [first, after), its first character or
// its first part. After a quotation mark, it ends at the closing one, whatever is in between, if it
// looks like a generated password; otherwise at `after`, or at the first of `ends` if that is a
// quotation mark. A value without quotes continues after a backslash that escapes nothing. Returns
// `first` if this is not a value.
std::size_t end_of_value(
    std::string_view text, std::size_t first, std::size_t after, std::string_view ends);

// Returns the value of the name that `text` begins with and that a colon ends, if it is a block of
// YAML that looks like a secret and whose lines are single words, as those of a key are. Otherwise
// sets `refused` to the end of the part of `text` in which other names have no such value either.
std::optional<SecretSpan> yaml_secret_at(
    std::string_view text, Likeness likeness, std::size_t& refused);

// True if such a value may continue after this text.
bool is_open_yaml_secret(std::string_view text);

}
