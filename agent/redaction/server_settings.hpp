#pragma once

#include "agent/redaction/provider_tokens.hpp"

#include <vector>

namespace agent::redaction {

// Returns the shapes of databases, networks and protocols: hashes of passwords, keys of JWK and
// PuTTY, settings of LDAP, IPsec, Cisco and Redis, parameters of URLs.
std::vector<SecretShape> settings_of_servers();

}
