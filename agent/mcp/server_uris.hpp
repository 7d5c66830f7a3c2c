#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace agent::mcp {

using namespace toolkit;

// URIs of resources as clients of the gateway have them: "mcp://SERVER/" and the unchanged URI, or
// template, of the server.

std::string uri_at_gateway(const std::string& server, const std::string& uri);

struct ServerUri {
    std::string server;
    std::string uri;
};

// Returns the parts of such a URI; nullopt for any other text.
std::optional<ServerUri> server_uri_in(std::string_view uri);

// Puts the prefix before the URIs of a content block that links or embeds a resource. Leaves
// anything else unchanged.
void prefix_uri_of_block(Json& block, const std::string& server);

// Puts the prefix before the member `key` of an object if that is a text.
void prefix_uri(Json& object, const char* key, const std::string& server);

}
