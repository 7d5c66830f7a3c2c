#pragma once

#include "agent/redaction/provider_tokens.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace agent::redaction {

// On the command line of a program, and what a shell hands over to one.
std::vector<SecretShape> secrets_in_commands();

// What is secret about "Name: value", if the name is that of a secret or of credentials: the
// value's last word, what follows an equals sign in it, the password of the Basic scheme, and
// the values of cookies that look like keys.
std::vector<std::string> secrets_of_header(std::string_view header);

}
