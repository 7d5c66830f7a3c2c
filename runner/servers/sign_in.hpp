#pragma once

#include "agent/mcp/server_entry.hpp"
#include "agent/mcp/sign_in_prompter.hpp"
#include "agent/oauth/sign_in.hpp"
#include "runner/servers/sign_in_flow.hpp"

#include <functional>
#include <memory>
#include <optional>

namespace runner::servers {

using namespace agent;
using namespace toolkit;

struct SignInOptions {
    bool opens_browser = true;
    int port = 0; // of the redirect URI; 0: that of the entry or registration, or any free port
    bool uses_stdout = true; // false: the dialogue uses the terminal, stdout has other output
};

// Signs in to the server of an entry, and stores the token. A person opens a URL in a browser,
// unless the entry says to use the credentials of the client. Waits at most 10 minutes for the
// browser, or for the address that it could not open, on stdin. Without a terminal,
// `opens_browser` must be false, and the URL is printed as a line of JSON. Throws BAD_REQUEST if
// there is no terminal otherwise, TIMED_OUT, and what oauth::SignIn throws.
void sign_in(
    const agent::mcp::ServerEntry& entry, const SignInOptions& options, const SignInSetting& by);

// Returns a prompter that asks on the terminal whether to sign in, and then calls `sign_in`, which
// may throw a ToolError. Returns null if stdin or stderr is not a terminal.
std::shared_ptr<agent::mcp::SignInPrompter> sign_ins_at_terminal(
    std::function<void(const agent::mcp::ServerEntry& server)> sign_in, system::Cancel& cancel);

// Signs out: revokes the token and deletes it. Returns nullopt if no token was stored.
std::optional<oauth::SignedOut> sign_out(
    const agent::mcp::ServerEntry& entry, const SignInSetting& by);

}
