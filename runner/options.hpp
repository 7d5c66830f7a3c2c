#pragma once

#include "runner/audit_policy.hpp"
#include "runner/command.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

// What the operator asked for: a flag, else the environment, else the default.
struct Options {
    Command command = Command::run;
    std::vector<std::string> words; // beside flags, as many as the command takes
    std::string prompt;
    std::string tools;
    std::string system;
    std::string base_url;
    std::string api_key;
    std::string model;
    std::int64_t max_steps = 0;
    std::int64_t max_calls = 0;
    std::int64_t max_repeats = 0;
    std::chrono::milliseconds max_time {}; // none: as long as it takes
    std::chrono::milliseconds timeout {};
    int retries = 0;
    double temperature = 0;
    std::string replay;
    std::string record;
    std::vector<std::string> redact; // RE2 patterns
    bool redact_model = false;
    AuditPolicy audit = AuditPolicy::required;
    bool stream = false;
    bool verbose = false;
    bool debug = false;
    bool json = false;
    bool events = false;
    std::string expected_hash; // of audit verify
    std::string tool; // of audit show, as AuditFilter has them
    std::string run;
    std::string since;
    bool failed = false;
    bool version = false;
    bool help = false;
};

// Reads a command line (without the program's name). Flags are written -name VALUE, --name VALUE, -name=VALUE
// or --name=VALUE; a switch stands alone or has =true or =false; the last one of a flag counts, and every -
// redact. An environment variable that is empty counts as unset. Throws BAD_REQUEST naming the flag or
// variable. With -help or -version nothing else is required.
Options parse_options(const std::vector<std::string>& arguments);

// The text of -help, from the same table that parse_options reads by.
std::string help_text();
