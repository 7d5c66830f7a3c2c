#pragma once

#include "runner/options/options.hpp"
#include "runner/server/settings.hpp"
#include "runner/server/spawner.hpp"

#include <string>
#include <vector>

namespace runner::server {

// What runs may choose, as the operator's flags say: for the front by names, for the spawner as
// directories and arguments.
struct Choices {
    std::vector<Profile> profiles;
    std::vector<std::string> workspaces; // their names
    Workers workers;
};

// `arguments` are those of the command line; workers keep sessions in `sessions` unless it is
// empty. Throws BAD_REQUEST if a profile or a directory can't be used.
Choices choices_of(const options::Options& options, const std::vector<std::string>& arguments,
    const std::string& sessions);

// The workspaces alone.
std::vector<std::string> directories_of(const options::Options& options);

}
