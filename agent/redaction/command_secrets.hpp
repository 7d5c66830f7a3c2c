#pragma once

#include "agent/redaction/provider_tokens.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace agent::redaction {

// On the command line of a program, and what a shell hands over to one.
std::vector<SecretShape> secrets_in_commands();

// Returns the secrets of a header "Name: value". If the name is that of a secret or of credentials:
// the value's last word, the part of that word after its first '=', and the password of the Basic
// scheme. For "Cookie": the values that look like keys, and whatever the last cookie has.
std::vector<std::string> secrets_of_header(std::string_view header);

}
