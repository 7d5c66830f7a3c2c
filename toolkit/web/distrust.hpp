#pragma once

#include "toolkit/system/error.hpp"

#include <openssl/ssl.h>

#include <string>

namespace toolkit::web {

// Returns the quoted names of the hosts that a certificate is for, at most five and the number of
// the others: "'a.example', 'b.example'". Returns "no host" if there are none.
std::string hosts_of(X509* certificate);

// Returns a hint for a certificate that is not trusted for this reason (X509_V_ERR_…).
std::string hint_for_distrust(long verdict);

// Returns a hint for a TLS handshake that failed for another reason (ERR_get_error()); empty if the
// error is unknown.
std::string hint_for_handshake(unsigned long error);

}
