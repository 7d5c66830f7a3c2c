#pragma once

#include "toolkit/workspace/workspace.hpp"

#include "toolkit/change/journal.hpp"
#include "toolkit/system/file.hpp"

#include <optional>
#include <string>

namespace toolkit::change {

// One change of a plan that was interrupted: how far it has come, by what is there, and the way
// back or on. Its directory is locked.
class Step {
public:
    Step(const Workspace& workspace, const PlannedChange& change, const File& directory);

    // Was it changed, with nothing kept by which that could be taken back?
    bool is_beyond_undoing() const;

    // Each answers whether all went well, or nothing was to be done. What has changed since the
    // construction is left alone, and so is what no request to move or remove could ask for: a
    // pipe, a socket or a device, and a directory that holds what is protected, or a mount point.
    bool undo() const;
    bool finish() const;
    bool discard() const; // what has a temporary name, and is known
    bool abandon() const; // what has a temporary name: nothing else was done yet

private:
    bool is_as_seen() const;
    bool may_move(const std::string& name) const;
    bool is_tree(const std::optional<system::Identity>& known) const;
    bool remove(const std::string& name) const;
    bool rename(const std::string& from) const;
    bool remove_tree() const;

    const Workspace& workspace;
    const PlannedChange& change;
    const File& directory;
    std::optional<system::Identity> now; // what has the name
    std::optional<system::Identity> staged; // what has the temporary one
    std::string aside; // the temporary name under which the file lies that had the name before
};

}
