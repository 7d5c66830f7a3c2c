#pragma once

#include "toolkit/workspace/workspace.hpp"

#include "toolkit/change/journal.hpp"
#include "toolkit/change/planned_trees.hpp"
#include "toolkit/system/file.hpp"

#include <optional>
#include <string>

namespace toolkit::change {

// One change of a plan that was interrupted: how far it has come, by what is there, and the way
// back or on. Its directory is locked.
//
// The law: what the name led to before the change is removed only if the plan is done, or all of it
// was put in place. On the way back nothing is removed but what the plan has made, unchanged.
class Step {
public:
    Step(const Workspace& workspace, const PlannedChange& change, const File& directory,
        const PlannedTrees& trees);

    // Does the name lead to what it did before, though the plan was to change that?
    bool is_taken_back() const;

    // Does the name lead to something else than at the construction?
    bool has_changed_name() const;
    std::string path() const;

    // Was it changed, with nothing kept by which that could be taken back?
    bool is_beyond_undoing() const;

    // Is it in place, or can it be put there?
    bool can_finish() const;

    // Each answers whether all went well, or nothing was to be done. What has changed since the
    // construction is left alone, and so is what no request to move or remove could ask for: a
    // pipe, a socket or a device, and a directory that holds what is protected, or a mount point.
    bool undo() const;
    bool put_in_place() const; // and keeps what it replaces, if the file system can
    bool discard() const; // once all is in place: what was there before
    bool abandon() const; // what has a temporary name: nothing else was done yet

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
    std::string second; // the other temporary name
    std::optional<system::Identity> now; // what has the name
    std::optional<system::Identity> staged; // what has the temporary one
    bool is_new = false; // has the name what it was to get, all of it, and unchanged?
    bool is_new_staged = false; // has the temporary name that?
    bool holds_new = false; // or a part of it, and nothing else?
    bool has_second = false; // has the other one what the name led to before?
};

}
