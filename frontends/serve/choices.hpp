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

// The choices of runs, as set by the operator's flags: for the front by names, for the spawner as
// directories and arguments.
struct Choices {
    std::vector<Profile> profiles;
    std::vector<std::string> workspaces; // names of workspaces
    Workers workers;
    std::vector<std::string> notes; // redacted, for the operator
};

// The directories in which workers store their files. `sessions` may be empty: the flags determine
// it then.
struct OwnDirectories {
    std::string state; // state directory of the server
    std::string sessions;
};

// Returns the choices for `arguments`, those of the command line. Adds a note for a manifest that
// can't be used, and marks it in its profile. Throws BAD_REQUEST if a profile or a directory can't
// be used, and INTERNAL if a signal was received.
Choices choices_of(const options::Options& options, const std::vector<std::string>& arguments,
    const OwnDirectories& own, const redaction::Redaction& redaction);

// Returns only the directories of the workspaces.
std::vector<std::string> directories_of(const options::Options& options);

}
