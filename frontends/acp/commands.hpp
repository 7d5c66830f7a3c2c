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
    // Entries that are untrusted or faulty are ignored. A workflow takes precedence over a prompt
    // file of the same name.
    explicit Commands(const Json& workflows, const Json& prompts = Json::array());

    bool empty() const { return commands.empty(); }

    // Returns the update {"sessionUpdate": "available_commands_update", …}.
    Json update() const;

    struct Called {
        std::string workflow = {}; // value for -w; empty: `said` is used
        Json parameters = {};
        std::string said = {}; // content of a prompt file with its arguments
    };

    // Returns what a prompt of the form `/NAME` calls; nullopt if it does not begin with a known
    // command. For a workflow, NAME=VALUE follows for each parameter, with quotes around a value
    // with spaces; any other text is the value of the first required parameter, or if none is
    // required, of the first parameter. For a prompt file, the rest is its arguments. Throws
    // BAD_REQUEST for invalid arguments, and TOO_LARGE.
    std::optional<Called> called_by(const std::string& prompt) const;

private:
    struct Command {
        std::string name;
        std::string description;
        Json parameters = Json::array(); // as in the list
        std::string hint = {}; // for a prompt file
        std::string text = {}; // of a prompt file; empty for a workflow
    };
    bool is_known(const std::string& name) const;

    std::vector<Command> commands;
};

}
