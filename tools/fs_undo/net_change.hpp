#pragma once

#include "kept_entry.hpp"

#include "toolkit/undo/step.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fs_undo {

// What one step did to a file.
struct FileChange {
    std::uint64_t step;
    // hash of the content after the step; empty if the step removed the file
    std::string after_sha256;
    std::string after_metadata; // hash of the metadata after the step; empty if unknown
    std::optional<std::string> copy; // undo::Change::copy
    std::optional<KeptEntry> before; // nullopt if the file did not exist
};

// The changes that several steps made to a file, newest first; never empty.
using FileHistory = std::vector<FileChange>;

// Several steps that only changed files, combined into one change.
struct NetChange {
    std::map<std::string, FileHistory> files = {};
    // directories that the steps made, the innermost first
    std::vector<std::string> directories = {};
    std::set<std::string> made = {}; // the same directories

    // Returns true if the step can be added. Returns false if a path is a file in this change and a
    // new directory in the step, or the other way round: then this change must be undone first.
    bool takes(const undo::Step& step) const;

    // Adds the changes of the step, which must precede the steps that were added before.
    void add(const undo::Step& step);
};

// Returns true if the step only changed regular files, each once, and made directories.
bool is_of_files(const undo::Step& step);

}
