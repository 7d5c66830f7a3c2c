#pragma once

#include "agent/mcp/server_entry.hpp"
#include "toolkit/json/json_fwd.hpp"

#include <string>
#include <vector>

namespace runner::servers {

using namespace agent;
using namespace toolkit;

// The stored token of an entry and the secret of its client, which no output may contain. Empty if
// there is none, or if its file cannot be relied on, which is reported when it is used.
std::vector<std::string> token_secrets_of(const agent::mcp::ServerEntry& entry);

// What is known of the sign-in of an entry without asking its server: {"state", "issuer"?,
// "scopes"?, "expires"?, "wantedScopes"?, "error"?}; null if it can have none. The state is
// "signed-in", "signed-out", "needs-scope", "expired", or "unknown" if no token is stored: the
// server may be open to everybody.
Json sign_in_state_of(const agent::mcp::ServerEntry& entry);

// The same in a line: "signed in at 'https://auth.example.com' until 2026-11-29T14:05Z".
std::string sign_in_text_of(const Json& state);

}
