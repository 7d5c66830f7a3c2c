#pragma once

#include "agent/mcp/server_entry.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace runner::servers {

// The environment variables of agentcli, by name.
using Environment = std::map<std::string, std::string>;

// Returns the text with its variables replaced: ${NAME}, ${env:NAME}, and ${NAME:-default}, which
// is the default if the variable is not set or empty; ${userHome}, which is HOME; and
// ${workspaceFolder}, which is `workspace` unless that is empty. The value of a variable is not
// expanded again. Throws BAD_REQUEST naming the variable if it is not set, is one of `refused`, or
// is not a name.
std::string expanded(std::string_view text, const Environment& environment,
    const std::vector<std::string>& refused, const std::string& workspace = {});

// Returns the names of the environment's variables in a text.
std::vector<std::string> variables_in(std::string_view text);

// Returns the values of an entry that no output may contain: of variables and headers that are
// named like secrets, and the passwords in its URL. Secrets in the environment of agentcli are not
// included.
std::vector<std::string> secrets_of(const agent::mcp::ServerEntry& entry);

}
