#pragma once

#include "toolkit/json/json_fwd.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace agent::mcp {

using namespace toolkit;

// Returns a URI or template of a server as the gateway's clients use it: "mcp://SERVER/" followed
// by the unchanged URI.

std::string uri_at_gateway(const std::string& server, const std::string& uri);

struct ServerUri {
    std::string server;
    std::string uri;
};

// Returns the parts of a URI of uri_at_gateway(); nullopt for any other text.
std::optional<ServerUri> server_uri_in(std::string_view uri);

// Puts the prefix before the URIs of a content block that links or embeds a resource. Leaves
// anything else unchanged.
void prefix_uri_of_block(Json& block, const std::string& server);

// Puts the prefix before the member `key` of an object if that member is a string.
void prefix_uri(Json& object, const char* key, const std::string& server);

}
