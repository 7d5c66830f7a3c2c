#pragma once

#include "agent/mcp/server_entry.hpp"
#include "runner/servers/fields.hpp"

#include <optional>
#include <string>
#include <vector>

namespace runner::servers {

using namespace agent;

// What an entry asks to be confined by: `sandbox`.
struct ServerSandbox {
    std::string policy = "read-only";
    bool has_network = true;
    bool has_unix_sockets = false;
    std::string required = {}; // a level; empty: any
    std::vector<std::string> written = {}; // directories, absolute
    std::vector<std::string> shown = {}; // paths, absolute
    std::vector<std::string> hidden = {};
};

// Of the value of `sandbox`; a missing one (null) is the default, `false` is nothing. Throws
// BAD_REQUEST naming the key.
std::optional<ServerSandbox> sandbox_of(const Json& value, const Surroundings& surroundings);

// Of the home directory and the workspace those that the sandbox hides: what can send must not read
// what nobody gave it.
struct HiddenPlaces {
    bool home = false;
    bool workspace = false;
};
HiddenPlaces hidden_from(const ServerSandbox& sandbox, const Surroundings& surroundings);

// "read-only, network on, sees neither the home directory nor the workspace"; "none".
std::string text_of(const std::optional<ServerSandbox>& sandbox, const Surroundings& surroundings);

// Puts a server over stdio into its sandbox: its launcher, and its environment with what the
// launcher needs. `launcher` is the command of the role `launch`. Looks for the directory in which
// its program is installed, which it sees. Throws BAD_REQUEST if there is no launcher, or a path of
// the sandbox is missing.
void confine(agent::mcp::ServerEntry& entry, const ServerSandbox& sandbox,
    const std::vector<std::string>& launcher, const Surroundings& surroundings);

// Those arguments of a confined server that name what is there and hidden from it.
std::vector<std::string> hidden_arguments(const agent::mcp::ServerEntry& entry,
    const ServerSandbox& sandbox, const Surroundings& surroundings);

}
