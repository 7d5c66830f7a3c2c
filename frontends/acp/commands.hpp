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

    // What `agentcli workflow list --json` and `agentcli prompt list --json` have printed. Those
    // that are not trusted, or faulty, are none; a workflow takes precedence over a prompt file of
    // its name.
    explicit Commands(const Json& workflows, const Json& prompts = Json::array());

    bool empty() const { return commands.empty(); }

    // {"sessionUpdate": "available_commands_update", …}
    Json update() const;

    struct Called {
        std::string workflow = {}; // as -w has it; empty: what is said, instead
        Json parameters = {};
        std::string said = {}; // a prompt file with its arguments
    };

    // What a prompt wants to be run: `/NAME`, and after it NAME=VALUE for each parameter, with
    // quotes around a value with spaces, or else the value of the first parameter that is required,
    // or of the first one; what follows the name of a prompt file is its arguments. Nothing if it
    // does not begin with a command. Throws BAD_REQUEST, and TOO_LARGE.
    std::optional<Called> called_by(const std::string& prompt) const;

private:
    struct Command {
        std::string name;
        std::string description;
        Json parameters = Json::array(); // as the list has them
        std::string hint = {}; // of a prompt file
        std::string text = {}; // of a prompt file; empty: a workflow
    };
    bool is_known(const std::string& name) const;

    std::vector<Command> commands;
};

}
