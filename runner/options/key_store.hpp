#pragma once

#include <string>

// Stores API keys that the operator has entered with /connect, in one file for each model server.
// The files are in `keys` of state_directory(), which is hidden from every sandbox; the directory
// has mode 0700, the files have mode 0600. A server is identified by the scheme, host and port of
// its URL, and a key is sent to that server only.
//
// All functions throw BAD_REQUEST naming the file if it cannot be trusted: it is malformed, belongs
// to another user, or can be read or changed by other users.

namespace runner::options {

// Returns the stored key for the server of this URL. Returns an empty string if no key is stored or
// the URL is invalid.
std::string stored_key(const std::string& url);

// Stores the key durably, replacing an earlier one. An empty key deletes it. Throws BAD_REQUEST
// also if the URL is invalid or state_directory() is empty, and system_error() if the file cannot
// be written.
void store_key(const std::string& url, const std::string& key);

}
