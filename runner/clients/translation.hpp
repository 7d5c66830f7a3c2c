#pragma once

#include "runner/clients/server_file.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"

#include <optional>
#include <string>
#include <vector>

namespace runner::clients {

// An entry of another client, translated to the keys and variables of agentcli.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct Translation {
    Json entry = Json::object(); // includes unknown keys, unchanged
    std::vector<std::string> ignored = {}; // keys, or paths of keys, without a counterpart here
    std::vector<std::string> allow = {}; // globs of tools that the client calls without a question
    std::vector<std::string> variables = {}; // variables to be set: "TOKEN (of the tracker)"
    std::optional<ToolError> problem = {}; // a key that is not supported and cannot be left out
};

// Translates an entry of `file`. Keys that agentcli has under the same name are not changed; an
// entry that is not an object is returned unchanged. Permissions of the other client are only in
// `allow`, never in the entry.
//
// Converts times from the unit of the format, and variables to ${NAME}; keeps ${workspaceFolder}
// and ${userHome}. Reads neither the environment nor files: a key that names a file of variables,
// or {file:PATH}, becomes a `problem`.
Translation translated(const WrittenServer& server, const ServerFile& file);

}
