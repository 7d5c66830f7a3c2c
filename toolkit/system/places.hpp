#pragma once

#include <string>

namespace toolkit::system {

// Where agentcli keeps what is the user's, and where it is installed. Each is absolute, or empty if
// there is no such place; it need not exist.

// $XDG_STATE_HOME/agentcli, otherwise ~/.local/state/agentcli. A variable that is not absolute
// counts as unset, as the XDG specification has it.
std::string state_folder();

// $XDG_CONFIG_HOME/agentcli, otherwise ~/.config/agentcli.
std::string config_folder();

// $XDG_RUNTIME_DIR/agentcli: for sockets and tokens, until the user logs out.
std::string runtime_folder();

// $XDG_CACHE_HOME/agentcli, otherwise ~/.cache/agentcli.
std::string cache_folder();
// The running executable, without links.
std::string own_program();

// ../share/agentcli/tools.json, seen from the directory of own_program().
std::string installed_manifest();

}
