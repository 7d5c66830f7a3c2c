#pragma once

#include "toolkit/http/admission.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace frontends::serve {

using namespace toolkit;

inline constexpr const char* names_of_scopes
    = "read, run and approve cover what the client has begun; read:all, run:all and approve:all "
      "cover everything";

// Parses a comma-separated list of scopes: read, run, approve, and these with ":all". Throws
// BAD_REQUEST with the nearest name.
unsigned scopes_in(std::string_view text);

// Parses lines NAME SCOPES sha256:HASH. In a line without "sha256:", which an earlier version has
// written, each scope covers all. Empty lines and those that begin with # are ignored. Throws
// BAD_REQUEST naming the line.
std::vector<http::Grant> grants_in(std::string_view text);

// Returns true for 1 to 64 of a-z A-Z 0-9 . _ -.
bool is_name_of_token(const std::string& name);

// Returns a line of the file, with its end. `sha256` is that of the token, in hexadecimal digits.
std::string token_line(
    const std::string& name, const std::string& scopes, const std::string& sha256);

}
