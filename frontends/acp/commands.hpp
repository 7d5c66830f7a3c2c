#pragma once

#include "toolkit/json/json.hpp"

#include <optional>
#include <string>
#include <vector>

namespace frontends::acp {

using namespace toolkit;

// The workflows and prompt files of a workspace, which an editor offers as slash commands. Does no
// input or output.
class Commands {
public:
    Commands() = default;

    // Takes the output of `agentcli workflow list --json` and `agentcli prompt list --json`.
    // Ignores entries that are not trusted or are invalid. A workflow takes precedence over a
    // prompt file of the same name.
    explicit Commands(const Json& workflows, const Json& prompts = Json::array());

    bool empty() const { return commands.empty(); }

    // Returns {"sessionUpdate": "available_commands_update", …}.
    Json update() const;

    struct Called {
        std::string workflow = {}; // for -w; empty: `said` is sent instead
        Json parameters = {};
        std::string said = {}; // text of a prompt file with its arguments filled in
    };

    // Returns the workflow or prompt file that a prompt calls with `/NAME`. After the name of a
    // workflow comes NAME=VALUE for each parameter, with quotes around a value with spaces; or else
    // the value of the first required parameter, or of the first one. After the name of a prompt
    // file come its arguments. Returns nullopt if the prompt does not begin with a command. Throws
    // BAD_REQUEST for invalid parameters, and TOO_LARGE.
    std::optional<Called> called_by(const std::string& prompt) const;

private:
    struct Command {
        std::string name;
        std::string description;
        Json parameters = Json::array(); // as in the list
        std::string hint = {}; // argument hint of a prompt file
        std::string text = {}; // text of a prompt file; empty for a workflow
    };
    bool is_known(const std::string& name) const;

    std::vector<Command> commands;
};

}
