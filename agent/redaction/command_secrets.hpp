#pragma once

#include "agent/redaction/provider_tokens.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace agent::redaction {

// Returns the shapes of secrets on command lines and in what a shell passes to a program.
std::vector<SecretShape> secrets_in_commands();

// Returns the secrets of a header "Name: value". If the name is that of a secret or of credentials:
// the last word of the value, the part of that word after its first '=', and the password of the
// Basic scheme. For "Cookie": the values that look like keys, and the value of the last cookie in
// any case.
std::vector<std::string> secrets_of_header(std::string_view header);

}
