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

// Parses lines NAME SCOPES sha256:HASH. In a line of an earlier version, without "sha256:", each
// scope covers all objects. Ignores empty lines and lines that begin with #. Throws BAD_REQUEST
// naming the line.
std::vector<http::Grant> grants_in(std::string_view text);

// Returns true if the name has 1 to 64 of the characters a-z A-Z 0-9 . _ -.
bool is_name_of_token(const std::string& name);

// Returns a line of the file, with its newline. `sha256` is the hash of the token, in hexadecimal
// digits.
std::string token_line(
    const std::string& name, const std::string& scopes, const std::string& sha256);

}
