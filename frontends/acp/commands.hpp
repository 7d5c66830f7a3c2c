#pragma once

#include "toolkit/json/json.hpp"

#include <optional>
#include <string>
#include <vector>

namespace frontends::acp {

using namespace toolkit;

// The workflows of a workspace, which an editor offers as slash commands. Does no input or output.
class Commands {
public:
    Commands() = default;

    // What `agentcli workflow list --json` has printed. Those that are not trusted, or faulty, are
    // none.
    explicit Commands(const Json& list);

    bool empty() const { return commands.empty(); }

    // {"sessionUpdate": "available_commands_update", …}
    Json update() const;

    struct Called {
        std::string workflow; // as -w has it
        Json parameters;
    };

    // What a prompt wants to be run: `/NAME`, and after it NAME=VALUE for each parameter, with
    // quotes around a value with spaces, or else the value of the first parameter that is required,
    // or of the first one. Nothing if it does not begin with a command. Throws BAD_REQUEST.
    std::optional<Called> called_by(const std::string& prompt) const;

private:
    struct Command {
        std::string name;
        std::string description;
        Json parameters; // as the list has them
    };
    std::vector<Command> commands;
};

}
