#pragma once

#include "runner/clients/server_file.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/error.hpp"

#include <optional>
#include <string>
#include <vector>

namespace runner::clients {

// An entry of another client with the keys and variables of agentcli.
// NOLINTNEXTLINE(bugprone-exception-escape): nlohmann's move does not throw, but is not seen not to
struct Translation {
    Json entry = Json::object(); // also keys that are not known at all, unchanged
    std::vector<std::string> ignored = {}; // keys, or paths of keys, that have no meaning here
    std::vector<std::string> allow = {}; // globs of tools that the client calls without a question
    std::vector<std::string> variables = {}; // that have to be set: "TOKEN (of the tracker)"
    std::optional<ToolError> problem = {}; // a key that the server cannot work without
};

// Translates an entry of `file`. Keys that agentcli has under the same name are passed on, so an
// entry with only such keys stays as it is; an entry that is not an object, too. Permissions of the
// other client are in `allow` alone and never in the entry.
//
// Units of times are those of the format, and variables become ${NAME}. ${workspaceFolder} and
// ${userHome} stay. Nothing is read from the environment or from files: a key that names a file of
// variables, or {file:PATH}, is a problem that names it.
Translation translated(const WrittenServer& server, const ServerFile& file);

}
