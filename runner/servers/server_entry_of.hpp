#pragma once

#include "agent/mcp/server_entry.hpp"
#include "runner/servers/given_server.hpp"
#include "runner/servers/server_sandbox.hpp"

namespace runner::servers {

// Returns the entry with its variables replaced and its values checked, without a launcher, which
// confine() adds. Throws BAD_REQUEST naming the file, the server and the key.
agent::mcp::ServerEntry entry_of(const GivenServer& given, const ServerFileContext& surroundings);

// Returns the sandbox that the entry asks for, or nullopt for "sandbox": false. Throws like
// entry_of().
std::optional<ServerSandbox> sandbox_of(
    const GivenServer& given, const ServerFileContext& surroundings);

// Returns the words of the entry in which named_paths() looks for paths.
EntryWords words_of(const GivenServer& server, const agent::mcp::ServerEntry& entry,
    const ServerFileContext& surroundings);

// Returns "stdio" or "http".
std::string transport_of(const GivenServer& given);

}
