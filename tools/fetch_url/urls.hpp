#pragma once

#include "toolkit/web/url.hpp"

#include <string>
#include <string_view>

namespace fetch_url {

// Maximum length of a URL, in bytes.
inline constexpr std::size_t max_url = 8192;

// Parses a URL as models and redirects write it, with the scheme http or https. Converts the host
// to lower case and removes a dot at its end, removes the fragment, and percent-encodes spaces and
// non-ASCII characters after the host. Throws UNSUPPORTED for another scheme, and BAD_REQUEST for
// anything else that is invalid, including a user name or a password. No error contains a query or
// a password.
toolkit::web::Url read_url(std::string_view given);

// Resolves the reference against the URL of its page, `base` (RFC 3986, section 5.2). Throws what
// read_url() throws.
toolkit::web::Url resolved(const toolkit::web::Url& base, std::string_view reference);

// Returns the URL as a string; the port is included only if it is not the default one.
std::string text_of(const toolkit::web::Url& url);

// Returns the URL in quotes for an error message, with "?…" in place of a query, which may contain
// a key.
std::string shown(const toolkit::web::Url& url);

}
