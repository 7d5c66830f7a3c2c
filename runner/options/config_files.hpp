#pragma once

#include <optional>
#include <string>

namespace runner::options {

// The content of a config.json.
struct ConfigText {
    std::string path; // for messages; absolute for the user's config
    std::optional<std::string> text = {}; // nullopt if the file does not exist
};

// The config files: $XDG_CONFIG_HOME/agentcli/config.json of the user (~/.config without that
// variable), and ./.agentcli/config.json of the workspace, which is not trusted.
struct ConfigFiles {
    ConfigText own;
    ConfigText workspace;
};

// Reads both files. Throws BAD_REQUEST if a file exists but can't be read.
ConfigFiles read_config_files();

}
