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

// The configuration that makes a client start the server, in the format of that client.
struct ClientConfig {
    std::string text; // ends with a newline
    std::vector<std::string> notes; // sentences: the file that `text` belongs in, and other advice
};

// Returns the configuration for `client`, one of the names in the command's row, or the most common
// format if it is empty. Throws BAD_REQUEST for an unknown client.
ClientConfig client_config(std::string_view client, const ServerCommand& server);

}
