#pragma once

#include "toolkit/workspace/workspace.hpp"

#include <string>
#include <vector>

namespace exec::git {

using namespace toolkit;

// Watches what a command can do to a repository although hooks and config are protected: destroy
// it, and create a commondir.
class RepositoryWatch {
public:
    // Before the command. Looks at the repository of the workspace and at `granted`
    // (granted_directories()).
    RepositoryWatch(const Workspace& workspace, const std::vector<std::string>& granted);

    // The parts that were whole before, and are missing, empty or malformed now: directories of
    // git, their HEAD, objects and refs. Relative to the workspace, or absolute outside.
    std::vector<std::string> damaged() const;

    // Removes from `granted` each commondir that is new, since git would take hooks and config from
    // where it leads. Returns their paths.
    std::vector<std::string> remove_planted() const;

private:
    void add(const std::string& path, const std::string& shown);

    struct Directory {
        std::string path;
        std::string shown;
        std::vector<std::string> parts; // that are whole
    };
    std::vector<Directory> directories;
    std::vector<std::string> missing; // commondirs
};

}
