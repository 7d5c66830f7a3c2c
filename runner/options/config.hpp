#pragma once

#include "agent/redaction/redaction_rules.hpp"

#include <string>
#include <vector>

// A value of a profile, as the flag of that name would have it.
struct Setting {
    std::string flag; // without its dash
    std::string value;
    std::string source; // for messages
};

// What config.json says: {"profiles": {NAME: {FLAG: value, …}}, "redact": {"patterns": […], "keys": […]}}, of which the
// profile that was asked for.
struct Config {
    std::vector<Setting>
        own; // of the user's $XDG_CONFIG_HOME/agentcli/config.json (~/.config without that variable)
    std::vector<Setting> workspace; // of ./.agentcli/config.json, which anybody may have written
    std::string own_path;
    RedactionRules own_rules;
    RedactionRules workspace_rules;
};

// Reads both files, where they are; with a name, one has to have the profile. File names in the user's are relative to its folder. Throws
// BAD_REQUEST naming the file and what is wrong: also where a rule can't be used, or a flag is none of those that a config may set, which of a
// workspace are those that can narrow: limits, tools and approval.
Config read_config(const std::string& name);
