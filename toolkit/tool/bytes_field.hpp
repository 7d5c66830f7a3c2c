#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <string>
#include <string_view>

namespace toolkit::tool {

// Puts bytes into an answer as the contract has it: under `name` where they are UTF-8, else in
// base64 under `name` with "Base64" behind it.
void put_bytes(Json& answer, const std::string& name, std::string_view bytes);

// Puts a path under `name`, readable, and if it is not UTF-8 in base64 under `name` with "Base64"
// beside it.
void put_path(Json& answer, std::string_view path, const std::string& name = "path");

}
