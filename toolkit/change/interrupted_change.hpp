#pragma once

#include "toolkit/workspace/workspace.hpp"

#include "toolkit/change/journal.hpp"
#include "toolkit/change/planned_trees.hpp"
#include "toolkit/system/file.hpp"

#include <optional>
#include <string>

namespace toolkit::change {

// One change of a plan that was interrupted. The constructor reads from the disk how far the change
// has come. The methods take it back or complete it.
//
// The old entry, to which the name led before the change, is removed only if the plan is done, or
// after all of it was put in place. When a change is taken back, only entries that the plan itself
// has made are removed, and only if they are unchanged.
class Step {
public:
    // `directory` is that of the change, which the caller must have locked. All arguments must
    // outlive this object.
    Step(const Workspace& workspace, const PlannedChange& change, const File& directory,
        const PlannedTrees& trees);

    // Returns true if the name leads to the old entry, although the plan was to replace or remove
    // it. Returns false for a change that creates an entry.
    bool is_taken_back() const;

    // Returns true if the name leads to something else than at the construction of this object.
    bool has_changed_name() const;

    // Returns the resolved path of the name.
    std::string path() const;

    // Returns true if the change was made and the file system has kept nothing by which to take it
    // back.
    bool is_beyond_undoing() const;

    // Returns true if the change is in place or can be put in place.
    bool can_finish() const;

    // Each of these returns true if it succeeded or had nothing to do. undo(), put_in_place() and
    // discard() do nothing and return false if the name or the temporary name has changed since the
    // construction. undo() and put_in_place() move only files, symbolic links, and directories
    // without a protected path or mount point in them, since requests can ask for no more.
    //
    // Restores the entry that the name led to before the change.
    bool undo() const;

    // Puts the new entry in place, and keeps the old one if the file system can. Does nothing for a
    // removal, which discard() completes.
    bool put_in_place() const;

    // Removes the old entry, after all changes of the plan were put in place.
    bool discard() const;

    // Removes the temporary file, for a plan that has not changed any name yet. Does not check
    // whether it has changed.
    bool abandon() const;

private:
    bool is_as_seen() const;
    bool may_move(const std::string& name) const;
    bool is_old_directory() const;
    bool remove(const std::string& name) const;
    bool remove_new() const;
    bool rename(const std::string& from, unsigned flags) const;
    bool restore(const std::string& from) const;
    bool restore_second() const;
    bool exchange_back() const;
    bool remove_tree() const;

    const Workspace& workspace;
    const PlannedChange& change;
    const File& directory;
    const PlannedTrees& trees;
    std::string second; // name of the old file on file systems that cannot exchange names
    std::optional<system::Identity> now; // what the name leads to
    std::optional<system::Identity> staged; // what the temporary name leads to
    bool is_new = false; // the name leads to the complete, unchanged new file or directory
    bool is_new_staged = false; // the temporary name leads to it
    bool holds_new = false; // the temporary name leads to it, or to a part of it and nothing else
    bool has_second = false; // `second` leads to what the name led to before
};

}
