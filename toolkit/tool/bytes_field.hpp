#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace toolkit::tool {

// Puts bytes into an answer as the contract has it: under `name` where they are UTF-8, else in
// base64 under `name` with "Base64" behind it.
void put_bytes(Json& answer, const std::string& name, std::string_view bytes);

// Puts text of a file or a program into an answer: as put_bytes() does, but if only a few bytes are
// not UTF-8 (text::readable()), as text with U+FFFD in their place, and their number under `name`
// with "Replaced" behind it. Not for what a request sends back.
void put_text(Json& answer, const std::string& name, std::string_view bytes);

// Adds the names of the invisible characters of a text as the field `name`, if it has any
// (toolkit/text/invisible.hpp). `first_line` is the number of its first line; 0: unknown.
void put_invisible(
    Json& answer, const std::string& name, std::string_view text, std::int64_t first_line);

// Puts a path under `name`, readable, and if it is not UTF-8 in base64 under `name` with "Base64"
// beside it.
void put_path(Json& answer, std::string_view path, const std::string& name = "path");

}
