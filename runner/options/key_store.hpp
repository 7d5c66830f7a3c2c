#pragma once

#include <string>

// Keys of servers of models that the operator has stored with /connect: a file for each server in
// `keys` of state_directory(), which is hidden from every sandbox. The directory has mode 0700, the
// files have mode 0600. A server is the scheme, host and port of a URL; a key is sent to no other.
//
// All functions throw BAD_REQUEST naming the file if it cannot be relied on: it is malformed,
// belongs to another user, or can be read or changed by other users.

namespace runner::options {

// Returns the stored key of the server of this URL; empty if no key is stored, or the URL is
// invalid.
std::string stored_key(const std::string& url);

// Stores the key durably in place of an earlier one; an empty key removes it. Throws
// BAD_REQUEST also if the URL cannot be used, and system_error() if it cannot be written.
void store_key(const std::string& url, const std::string& key);

}
