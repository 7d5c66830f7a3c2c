#pragma once

#include "toolkit/web/url.hpp"

#include <string>
#include <string_view>

namespace fetch_url {

// The longest URL that is taken, in bytes.
inline constexpr std::size_t max_url = 8192;

// Reads a URL as models and redirects write it: http or https, the host in lower case and without a
// dot at its end. A fragment is left out; spaces and what is not ASCII are percent-encoded after
// the host. Throws BAD_REQUEST for anything else, also for a user name or a password, and
// UNSUPPORTED for another scheme. No error contains a query or a password.
toolkit::web::Url read_url(std::string_view given);

// Returns the URL that `reference` means on the page `base` (RFC 3986, section 5.2). Throws as
// read_url() does.
toolkit::web::Url resolved(const toolkit::web::Url& base, std::string_view reference);

// The URL as text; the port only if it is not the usual one.
std::string text_of(const toolkit::web::Url& url);

// The same in quotes for errors: "?…" in place of a query, which may have a key.
std::string shown(const toolkit::web::Url& url);

}
