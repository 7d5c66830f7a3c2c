#pragma once

#include "agent/mcp/server_entry.hpp"
#include "runner/servers/given_server.hpp"
#include "runner/servers/server_sandbox.hpp"

namespace runner::servers {

// The entry with its variables replaced and its values checked; without a launcher: confine() adds
// it. Throws BAD_REQUEST naming the file, the server and the key.
agent::mcp::ServerEntry entry_of(const GivenServer& given, const Surroundings& surroundings);

// The sandbox that it asks for; nothing if it wants none. Throws as entry_of().
std::optional<ServerSandbox> sandbox_of(const GivenServer& given, const Surroundings& surroundings);

// Returns the words of the entry for the check of its paths.
EntryWords words_of(const GivenServer& server, const agent::mcp::ServerEntry& entry,
    const Surroundings& surroundings);

// "stdio" or "http".
std::string transport_of(const GivenServer& given);

}
