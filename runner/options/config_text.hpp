#pragma once

#include "agent/redaction/redaction.hpp"
#include "runner/options/options.hpp"

#include <string>

namespace runner::options {

using namespace agent;

// What `agentcli config` prints: a line for each flag with its value and where that came from, or
// with --json one object. Never the key, of a header the name alone, and everything else redacted.
std::string config_text(const Options& options, const redaction::Redaction& redaction);

}
