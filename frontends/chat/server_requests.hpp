#pragma once

#include "agent/mcp/server_lists.hpp"
#include "toolkit/json/json.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace frontends::chat {

using namespace agent;
using namespace toolkit;

class ChatEngine;

// A name after "SERVER:", where SERVER is a server of the chat.
struct NameAtServer {
    std::string server;
    std::string name; // of a prompt, or the URI of a resource
};

// Reads "SERVER:NAME". Returns nullopt if the chat has no such server.
std::optional<NameAtServer> name_at_server(const ChatEngine& talk, std::string_view text);

// Reads "SERVER:SCHEME:…", a resource of a server. Returns nullopt for anything else.
std::optional<NameAtServer> resource_at_server(const ChatEngine& talk, std::string_view text);

// Returns the names of the servers of the chat.
std::vector<std::string> names_of_servers(const ChatEngine& talk);

// Return a list of a server, and the result of a request to it, which are untrusted. Start the
// server if necessary, and wait. Throw the error of a request that fails, IO_ERROR if the server
// can't be used, and INTERNAL "interrupted".
Json list_of_server(ChatEngine& talk, const std::string& server, agent::mcp::ServerList which);
Json request_to_server(
    ChatEngine& talk, const std::string& server, const std::string& method, const Json& params);

// Do the same to complete a word, but wait at most 2 s, and only until the operator sends
// something. Return an empty list, and null, after that or an error.
Json list_of_server_soon(ChatEngine& talk, const std::string& server, agent::mcp::ServerList which);
Json request_to_server_soon(
    ChatEngine& talk, const std::string& server, const std::string& method, const Json& params);

}
