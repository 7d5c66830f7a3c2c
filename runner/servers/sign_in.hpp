#pragma once

#include "agent/mcp/server_entry.hpp"
#include "agent/oauth/sign_in.hpp"
#include "runner/servers/sign_in_flow.hpp"

#include <optional>

namespace runner::servers {

using namespace agent;
using namespace toolkit;

struct SignInOptions {
    bool opens_browser = true;
    int port = 0; // of the redirect URI; 0: that of the entry or registration, or any free port
};

// Signs in to the server of an entry, and stores the token. A person opens a URL in a browser,
// unless the entry says to use the credentials of the client. Waits at most 10 minutes for the
// browser, or for the address that it could not open, on stdin. Without a terminal,
// `opens_browser` must be false, and the URL is printed as a line of JSON. Throws BAD_REQUEST if
// there is no terminal otherwise, TIMED_OUT, and what oauth::SignIn throws.
void sign_in(
    const agent::mcp::ServerEntry& entry, const SignInOptions& options, const SignInSetting& by);

// Signs out: revokes the token and deletes it. Returns nullopt if there was none.
std::optional<oauth::SignedOut> sign_out(
    const agent::mcp::ServerEntry& entry, const SignInSetting& by);

}
