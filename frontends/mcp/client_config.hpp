#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace frontends::mcp {

// How a client starts a server.
struct ServerCommand {
    std::string program;
    std::vector<std::string> arguments;
};

// What makes a client start it, in the form of that client.
struct ClientConfig {
    std::string text; // with its newline
    std::vector<std::string> notes; // sentences: the file that it belongs in, and the rest
};

// `client` is one of those that the command's row names; empty: the form that most read. Throws
// BAD_REQUEST for another.
ClientConfig client_config(std::string_view client, const ServerCommand& server);

}
