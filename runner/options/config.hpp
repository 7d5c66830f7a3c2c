#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/chat_preferences.hpp"
#include "runner/options/config_files.hpp"

#include <string>
#include <vector>

namespace runner::options {

using namespace agent;

// A value of a profile, as the flag of that name would have it.
struct Setting {
    std::string flag; // without its dash
    std::string value;
    std::string source; // for messages
};

// The content of config.json: {"profiles": {NAME: {FLAG: value, …}}, "defaults": {MODE: NAME},
// "redact": {"patterns": […], "keys": […]}, "colours": {ROLE: WORDS}, "keys": {ACTION: KEY},
// "prices": {MODEL: {"input", "cached", "output"}}}, of which one profile. `mcpServers`, `hooks`,
// `agents` (agent_definitions), `permissions` and `oauth` beside them are read elsewhere.
struct Config {
    std::vector<Setting>
        // of the user's $XDG_CONFIG_HOME/agentcli/config.json (~/.config without that variable)
        own;
    std::vector<Setting> workspace; // of ./.agentcli/config.json, which anybody may have written
    std::string own_path;
    redaction::RedactionRules own_rules;
    redaction::RedactionRules workspace_rules;
    ChatPreferences taste = {};
    std::vector<std::string> key_variables = {}; // of `env-key` of all profiles of the user
    std::string profile = {}; // whose values these are; empty: no profile
};

// The name that was asked for; or empty, and then the one that the user's config has for this mode
// (CommandRow::mode; empty: none), if it has one.
struct ProfileChoice {
    std::string name;
    std::string mode = {};
    bool is_of_user = false; // one that only the workspace has is none
};

// Of a profile, or of none: then the rules alone. File names in the user's
// config are relative to its directory. Throws BAD_REQUEST naming the file and what is wrong: also
// if a rule can't be used, no config has the profile, or it sets what a config may not set, which
// in a workspace is whatever does not narrow.
Config config_of(const ConfigFiles& files, const ProfileChoice& choice);

}
