#pragma once

#include "agent/redaction/provider_tokens.hpp"

#include <vector>

namespace agent::redaction {

// What databases, networks and protocols have: hashes of passwords, keys of JWK and PuTTY, settings
// of LDAP, IPsec, Cisco and Redis, parameters of URLs.
std::vector<SecretShape> settings_of_servers();

}
