#pragma once

#include "kept_entry.hpp"

#include "toolkit/undo/step.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fs_undo {

// What the undoing of several steps makes of one file.
struct NetFile {
    std::string now_sha256; // that it must have; empty: nothing may be there
    std::string now_metadata; // what has others gets no other ones; empty: not known
    std::optional<KeptEntry> before; // what it gets back; none: it goes
    std::optional<KeptEntry> metadata = {}; // whose it gets, if they were changed between two steps
};

// Several steps that have changed files alone, as one change.
struct NetChange {
    std::map<std::string, NetFile> files = {};
    std::vector<std::string> directories = {}; // that were made, the innermost first
    std::set<std::string> made = {}; // the same ones

    // True if the step can be added. False if a path is a file in one of them and a made directory
    // in the other: then this must be undone first.
    bool takes(const undo::Step& step) const;

    // Takes the changes of the step before those that are in it. Throws CONFLICT if something else
    // has changed a file between the two.
    void add(const Workspace& workspace, const undo::Step& step);
};

// Has the step changed regular files, each once, and made directories, and done nothing else?
bool is_of_files(const undo::Step& step);

}
