#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"

#include <string>
#include <vector>

namespace runner::options {

using namespace agent;

// A line of what `agentcli config` prints.
struct ConfigRow {
    std::string name;
    std::string value;
    std::string source; // empty: it is not set
};

// Returns the value of --env-key, or words in its place if no such variable is set and it does not
// look like the name of one: it may be the key itself.
std::string shown_key_variable(const std::string& name);

// What `agentcli config` prints: a line for each flag with its value and where that came from, or
// with --json one object. Never the key, of a header the name alone, and everything else redacted.
// `more` follow the flags and rules.
std::string config_text(const Options& options, const redaction::Redaction& redaction,
    const std::vector<ConfigRow>& more);

}
