#pragma once

#include <string>

namespace frontends::servers {

struct ServersOptions {
    std::string answers = {}; // answers to questions of a server; empty: ask on the terminal

    // Options of `mcp import`.
    std::string to = "user"; // or "workspace"
    bool is_agreed = false;
    bool replaces = false;
    bool keeps_secrets = false;
    bool takes_approvals = false;

    // Options of `mcp login`.
    bool no_browser = false; // print the URL instead of opening a browser
    int port = 0; // of the redirect URI; 0: any port
};

}
