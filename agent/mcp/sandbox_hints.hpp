#pragma once

#include "agent/mcp/server_entry.hpp"

#include <string>
#include <string_view>

namespace agent::mcp {

// True if a text of a server names a write that was denied: EROFS, "Read-only file system", or what
// SQLite says of a database that it can't write.
bool names_denied_write(std::string_view text);

// Returns which keys of its sandbox let a server write, for errors that names_denied_write() finds.
std::string hint_for_denied_write(const ServerEntry& entry);

// Returns what would keep a confined server from ending as it did, or an empty text if that is not
// known. `errors` is the end of its stderr.
std::string hint_for_end(const ServerEntry& entry, std::string_view errors, bool was_starting);

}
