#pragma once

#include "runner/clients/client_table.hpp"
#include "toolkit/json/json.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace runner::clients {

using namespace toolkit;

// An entry as written in the file.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct WrittenServer {
    std::string name;
    Json entry;
};

// The servers in a configuration of a client.
struct ServerFile {
    Format format = Format::usual;
    std::string key = "mcpServers"; // the top-level key that they are in, for messages
    std::vector<WrittenServer> servers = {}; // in the order of the file
    std::map<std::string, std::string> inputs = {}; // descriptions of the inputs of VS Code, by ID
    std::vector<std::string> built_in = {}; // names of entries that are parts of the client itself
};

// Finds the servers by the top-level key of the document: mcpServers, servers, mcp_servers, mcp,
// extensions or context_servers. Files of Cline and Gemini CLI, which also have mcpServers, are
// recognised by their name (`path`) and by keys that only these clients have. A document without
// any of these keys has no servers. Throws BAD_REQUEST if the document or the value of the key is
// not an object.
ServerFile servers_of_document(const Json& document, std::string_view path);

// Returns the document of ~/.claude.json with the servers of the project at `workspace` among its
// mcpServers; a server of the project replaces one of the user with the same name. Other documents
// are returned unchanged.
Json with_servers_of_project(Json document, const std::string& workspace);

}
