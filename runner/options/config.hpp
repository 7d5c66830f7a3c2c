#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/chat_preferences.hpp"
#include "runner/options/config_files.hpp"

#include <string>
#include <vector>

namespace runner::options {

using namespace agent;

// A value in a profile, in the form that the flag of this name accepts.
struct Setting {
    std::string flag; // without its dash
    std::string value;
    std::string source; // the file, for messages
};

// The parts of config.json that set flags, restricted to one profile: {"profiles": {NAME: {FLAG:
// value, …}}, "defaults": {MODE: NAME}, "redact": {"patterns": […], "keys": […]}, "colours": {ROLE:
// WORDS}, "keys": {ACTION: KEY}, "prices": {MODEL: {"input", "cached", "output"}}}. Other code
// reads `mcpServers`, `hooks`, `agents` (agent_definitions), `permissions` and `oauth`.
struct Config {
    // Settings of the user's $XDG_CONFIG_HOME/agentcli/config.json, or ~/.config without that
    // variable.
    std::vector<Setting> own;
    std::vector<Setting> workspace; // of ./.agentcli/config.json, which is not trusted
    std::string own_path;
    redaction::RedactionRules own_rules;
    redaction::RedactionRules workspace_rules;
    ChatPreferences taste = {};
    std::vector<std::string> key_variables = {}; // values of `env-key` in all profiles of the user
    std::string profile = {}; // the profile whose values these are; empty if there is none
};

// Chooses a profile: the one called `name`, or if that is empty, the one that "defaults" of the
// user's config sets for `mode` (CommandRow::mode). No profile if neither is set.
struct ProfileChoice {
    std::string name;
    std::string mode = {};
    // Only accepts a profile of the user's config, not one of the workspace.
    bool is_of_user = false;
};

// Returns the values of the chosen profile, or only the rules and preferences if no profile is
// chosen. Relative file names in the user's config are made relative to its directory. Throws
// BAD_REQUEST naming the file and the error if a config is malformed, a rule is invalid, the
// profile does not exist, or a config sets something that it may not set. The config of a workspace
// may only narrow.
Config config_of(const ConfigFiles& files, const ProfileChoice& choice);

}
