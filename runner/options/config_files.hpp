#pragma once

#include <optional>
#include <string>

namespace runner::options {

// A config.json as it was read.
struct ConfigText {
    std::string path; // for messages; of the user's, absolute
    std::optional<std::string> text = {}; // none: there is no such file
};

// The user's ($XDG_CONFIG_HOME/agentcli/config.json, ~/.config without that variable), and
// ./.agentcli/config.json, which anybody may have written.
struct ConfigFiles {
    ConfigText own;
    ConfigText workspace;
};

// Throws BAD_REQUEST if one of them exists and can't be read.
ConfigFiles read_config_files();

}
