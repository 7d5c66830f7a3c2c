#pragma once

#include <string>
#include <string_view>

namespace toolkit::web {

// How many bytes the head of an answer has, if all of it is at the beginning of these; else 0.
std::size_t size_of_head(std::string_view bytes);

// The head of an answer as Beast's strict parser takes it: what servers send, and common clients
// accept, is put right as RFC 9112 says (a status line without a space after the status, lines
// that end in LF alone, whitespace before a colon, Content-Length beside Transfer-Encoding, a
// repeated or an identity Transfer-Encoding). Fields whose name is no token are left out, and
// control characters in values become spaces. Everything else is as it was.
std::string normalised_head(std::string_view head);

}
