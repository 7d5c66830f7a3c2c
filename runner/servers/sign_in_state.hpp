#pragma once

#include "agent/mcp/server_entry.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace runner::servers {

using namespace agent;
using namespace toolkit;

// Returns the secrets of an entry that no output may contain: its stored tokens and the secret of
// its client. Leaves out those of a file that cannot be relied on: its use reports that.
std::vector<std::string> token_secrets_of(const agent::mcp::ServerEntry& entry);

// Returns what is known about the sign-in of an entry without a request to its server: {"state",
// "issuer"?, "scopes"?, "expires"?, "renewable"?, "wantedScopes"?, "error"?}; null if the server
// cannot have a sign-in. The state is "signed-in", "signed-out", "needs-scope", "expired", or
// "unknown" if no token is stored or readable: the server may not require a sign-in.
Json sign_in_state_of(const agent::mcp::ServerEntry& entry);

// Returns such a state as text, "signed in at 'https://auth.example.com', until
// 2026-11-29T14:05:00Z"; empty for "unknown" without an error.
std::string sign_in_text_of(const Json& state);

}
