#pragma once

#include "agent/audit/audit.hpp"
#include "agent/mcp/server_entry.hpp"
#include "agent/redaction/redaction.hpp"
#include "toolkit/system/cancel.hpp"

#include <string>

namespace runner::servers {

using namespace agent;
using namespace toolkit;

struct SignInOptions {
    bool opens_browser = true;
    int port = 0; // of the redirect URI; 0: that of the entry or of the registration, or a free one
};

// What commands about sign-ins are run with.
struct SignInSetting {
    const redaction::Redaction& redaction;
    audit::Audit& audit;
    system::Cancel& cancel;
};

// Signs in to the server of an entry: at the terminal, where a person opens a URL in a browser, or
// with the credentials of the client if the entry says so. Without a terminal the URL is printed as
// a line of JSON if no browser is to be opened. Waits for the browser, or for the address that it
// could not open, at most 10 minutes. Throws BAD_REQUEST if there is no terminal, TIMED_OUT, and
// what oauth::SignIn does.
void sign_in(
    const agent::mcp::ServerEntry& entry, const SignInOptions& options, const SignInSetting& by);

// Signs out: revokes the token and deletes it. Returns false if there was none.
bool sign_out(const agent::mcp::ServerEntry& entry, const SignInSetting& by);

}
