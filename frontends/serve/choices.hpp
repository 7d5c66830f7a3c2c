#pragma once

#include "agent/redaction/redaction.hpp"
#include "frontends/serve/settings.hpp"
#include "frontends/serve/spawner.hpp"
#include "runner/options/options.hpp"

#include <string>
#include <vector>

namespace frontends::serve {

using namespace agent;
using namespace runner;

// What runs may choose, as the operator's flags say: for the front by names, for the spawner as
// directories and arguments.
struct Choices {
    std::vector<Profile> profiles;
    std::vector<std::string> workspaces; // their names
    Workers workers;
    std::vector<std::string> notes; // for the operator, redacted
};

// Where workers keep what is theirs. `sessions` may be empty: the flags say where.
struct OwnDirectories {
    std::string state; // of the server
    std::string sessions;
};

// `arguments` are those of the command line. A manifest that can't be used is noted, and its
// profile says so. Throws BAD_REQUEST if a profile or a directory can't be used, and INTERNAL if
// a signal has come.
Choices choices_of(const options::Options& options, const std::vector<std::string>& arguments,
    const OwnDirectories& own, const redaction::Redaction& redaction);

// The workspaces alone.
std::vector<std::string> directories_of(const options::Options& options);

}
