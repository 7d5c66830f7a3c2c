#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <string>
#include <string_view>

namespace runner::clients {

using namespace toolkit;

// Returns the text with JSON comments (`//` to the end of the line, and `/*` to `*/`) and commas
// after the last element of an array or object replaced by spaces, so that positions do not change.
// Does not change anything else; the parser reports all other errors.
std::string without_comments(std::string_view text);

// Parses the configuration of an MCP client. The file name determines the language: TOML for
// `.toml`, YAML for `.yaml` and `.yml`, otherwise JSON, which may have comments and commas after
// the last element. Throws BAD_REQUEST with the position of an error; in all three languages, a key
// that occurs twice in an object is an error.
Json document_in(std::string_view text, const std::string& path);

}
