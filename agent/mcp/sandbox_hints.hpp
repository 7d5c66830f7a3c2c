#pragma once

#include "agent/mcp/server_entry.hpp"

#include <string>
#include <string_view>

namespace agent::mcp {

// True if the text of a server reports a denied write: EROFS, "Read-only file system", or SQLite's
// message about a database that it cannot write.
bool names_denied_write(std::string_view text);

// Returns a hint for errors that match names_denied_write(): the keys of `entry` that allow writes.
std::string hint_for_denied_write(const ServerEntry& entry);

// Returns a hint for the operator after a confined server ended; empty if its sandbox does not seem
// to be the cause. `errors` is the end of its stderr.
std::string hint_for_end(const ServerEntry& entry, std::string_view errors, bool was_starting);

}
