#pragma once

#include "agent/redaction/provider_tokens.hpp"

#include <vector>

namespace agent::redaction {

// Shapes of secrets that are recognized by the text before them.

// Returns the shapes of values after a name that ends like that of a secret: in environments,
// programs, JSON, YAML and URLs.
std::vector<SecretShape> assignments();

// Returns the shapes in special kinds of files: ini, makefiles, netrc, XML, WireGuard, Docker, npm,
// cookies, connection strings.
std::vector<SecretShape> settings_of_files();

}
