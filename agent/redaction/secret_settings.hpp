#pragma once

#include "agent/redaction/provider_tokens.hpp"

#include <vector>

namespace agent::redaction {

// Secrets that are known by what precedes them.

// A value after a name that ends like that of a secret: in environments, programs, JSON, YAML and
// URLs.
std::vector<SecretShape> assignments();

// What one kind of file has: ini, makefiles, netrc, XML, WireGuard, Docker, npm, cookies,
// connection strings.
std::vector<SecretShape> settings_of_files();

}
