#pragma once

#include "kept_entry.hpp"

#include "toolkit/undo/step.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fs_undo {

// What one step has done to a file.
struct FileChange {
    std::uint64_t step;
    std::string after_sha256; // of what it has left; empty if it has removed the file
    std::string after_metadata; // empty: not known
    std::optional<std::string> copy; // undo::Change::copy
    std::optional<KeptEntry> before; // nullopt if there was no file
};

// The changes that several steps have made to a file, the newest first; at least one.
using FileHistory = std::vector<FileChange>;

// Several steps that have changed files alone, as one change.
struct NetChange {
    std::map<std::string, FileHistory> files = {};
    std::vector<std::string> directories = {}; // that were made, the innermost first
    std::set<std::string> made = {}; // the same ones

    // True if the step can be added. False if a path is a file in one of them and a made directory
    // in the other: then this must be undone first.
    bool takes(const undo::Step& step) const;

    // Takes the changes of the step before those that are in it.
    void add(const undo::Step& step);
};

// True if the step has changed regular files, each once, and made directories, and done nothing
// else.
bool is_of_files(const undo::Step& step);

}
