#pragma once

#include "agent/mcp/server_source.hpp"

namespace agent::mcp {

// A server of a source, with all that belongs to it.
struct ServerSource::Served {
    Served(const ServerEntry& entry, const Settings& settings, const By& by);

    Server server;
    ServerTools tools;
    ServerCalls calls;
    SecretArguments secrets;
};

struct ServerSource::Begun {
    calls::CallId id;
    Served* served;
    const ServerTool* tool; // null: of a resource
    ResourceTool resource;
};

}
