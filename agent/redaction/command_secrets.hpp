#pragma once

#include "agent/redaction/token_formats.hpp"

#include <vector>

namespace agent::redaction {

// On the command line of a program, and what a shell hands over to one.
std::vector<SecretShape> secrets_in_commands();

}
