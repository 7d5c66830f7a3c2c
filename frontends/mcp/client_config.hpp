#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace frontends::mcp {

// The command with which a client starts a server.
struct ServerCommand {
    std::string program;
    std::vector<std::string> arguments;
};

// The configuration of a client that starts the server, in the format of that client.
struct ClientConfig {
    std::string text; // with its newline
    // Sentences: the file to which the text belongs, and other instructions.
    std::vector<std::string> notes;
};

// Returns the configuration for `client`, one of the clients named in the table of commands; empty:
// the most common format. Throws BAD_REQUEST for an unknown client.
ClientConfig client_config(std::string_view client, const ServerCommand& server);

}
