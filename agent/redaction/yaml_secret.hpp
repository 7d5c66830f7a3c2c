#pragma once

#include "agent/redaction/secret_span.hpp"
#include "agent/redaction/token_formats.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace agent::redaction {

// The value of the name that `text` begins with and that a colon ends, if it is a block of YAML of
// which each line is a word, as the lines of a key are, and that looks so. `refused`: how far other
// names in `text` have none, going by what this one has.
std::optional<SecretSpan> yaml_secret_at(
    std::string_view text, Likeness likeness, std::size_t& refused);

// Could there be one that continues after this text?
bool is_open_yaml_secret(std::string_view text);

}
