#pragma once

#include <string>

namespace frontends::servers {

struct ServersOptions {
    std::string answers = {}; // to questions of a server; empty: the terminal's

    // Of `mcp import`.
    std::string to = "user"; // or "workspace"
    bool is_agreed = false;
    bool replaces = false;
    bool keeps_secrets = false;
    bool takes_approvals = false;

    // Of `mcp login`.
    bool no_browser = false; // a sign-in prints its URL only
    int port = 0; // of its redirect URI; 0: any
};

}
