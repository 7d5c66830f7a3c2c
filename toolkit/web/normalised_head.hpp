#pragma once

#include <string>
#include <string_view>

namespace toolkit::web {

// Returns the size in bytes of the response head at the beginning of `bytes`; 0 if it is
// incomplete.
std::size_t size_of_head(std::string_view bytes);

// Returns the head of a response in the form that Beast's strict parser accepts. Deviations that
// servers send and common clients accept are corrected according to RFC 9112: a status line without
// a space after the status, lines that end in LF alone, whitespace before a colon, Content-Length
// in addition to Transfer-Encoding, a repeated or an identity Transfer-Encoding. Fields with
// invalid names are removed, and control characters in values become spaces. Everything else is
// unchanged.
std::string normalised_head(std::string_view head);

}
