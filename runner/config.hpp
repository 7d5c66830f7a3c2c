#pragma once

#include "runner/options.hpp"

#include <string>
#include <vector>

// A value of a profile, as the flag of that name would have it.
struct Setting {
    std::string flag; // without its dash
    std::string value;
    std::string source; // for messages
};

// A named set of values. In config.json: {"profiles": {NAME: {FLAG: value, …}}}.
struct Profile {
    std::vector<Setting>
        own; // of the user's $XDG_CONFIG_HOME/agentcli/config.json (~/.config without that variable)
    std::vector<Setting> workspace; // of ./.agentcli/config.json, which anybody may have written
};

// Reads both files, of which one has to have the profile. File names in the user's are relative to its folder. Throws
// BAD_REQUEST naming the file and what is wrong: also where a flag is none of those that a config may set, which of a
// workspace are those that can narrow: limits, tools and approval.
Profile read_profile(const std::string& name);

// Makes `options` as narrow as `others` in what has this flag: the smaller limit, the tools of both, the stricter
// approval. Answers whether that changed anything.
bool narrow(Options& options, const Options& others, const std::string& flag);
