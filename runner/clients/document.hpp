#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <string>
#include <string_view>

namespace runner::clients {

using namespace toolkit;

// Returns a text of the same size in which the comments of JSON (`//` to the end of the line, and
// `/*` to `*/`) and commas after the last element of an array or object are spaces. Leaves strings
// and everything else alone: what else is wrong is left to the parser.
std::string without_comments(std::string_view text);

// Parses the configuration of an MCP client. The language is that of the file name: TOML for
// `.toml`, YAML for `.yaml` and `.yml`, otherwise JSON, which may have comments and commas after
// the last element. Throws BAD_REQUEST saying where it is malformed; in all three an object that
// names a key twice is.
Json document_in(std::string_view text, const std::string& path);

}
