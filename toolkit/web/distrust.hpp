#pragma once

#include "toolkit/system/error.hpp"

#include <openssl/ssl.h>

#include <string>

namespace toolkit::web {

// The names of hosts that a certificate is for, each in quotes: "'a.example', 'b.example'"; at most
// five.
std::string hosts_of(X509* certificate);

// What to do about a certificate that is not trusted for this reason (X509_V_ERR_…).
std::string hint_for_distrust(long verdict);

// The same of a handshake that failed for another reason (ERR_get_error()); empty if nothing is
// known.
std::string hint_for_handshake(unsigned long error);

}
