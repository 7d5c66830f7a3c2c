#pragma once

#include "tools/exec/sandbox/permissions.hpp"

#include "toolkit/system/file.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace exec::view {

using namespace toolkit;

// A directory that takes what a command adds to the objects of a repository: git::ObjectSlot.
struct SlotPlaces {
    std::string repository; // absolute, as the others
    std::string own_directory;
    std::string slot;
    std::string indexes; // never mounted where a command could reach it
};

// What a command sees of the file system at Level::namespaces.
struct View {
    const Workspace& workspace;
    sandbox::Policy policy;
    std::string temporary; // --tmp, absolute with links resolved; empty: none
    std::vector<std::string> hidden; // as temporary
    std::vector<std::string> shown; // as temporary
    std::int64_t max_in_memory; // bytes of /tmp, and of /dev/shm; 0: as the kernel has it
    std::vector<std::string> written = {}; // as temporary; a directory before those in it
    bool hides_workspace = false; // one of `hidden`
    std::vector<std::string> repositories = {}; // git::granted_directories()
    std::vector<SlotPlaces> slots = {};
    std::vector<std::string> closed_objects = {}; // directories of repositories without a slot
};

// The directory for temporary files in a view without --tmp: one of the call's own, in memory.
std::string_view private_temporary(const View& view);

// Can the workspace be changed, or a part of it? Not with what lies in --tmp alone.
bool changes_workspace(const View& view);

// Does this hidden place hold one that has to be seen, or is it one? Then Landlock alone hides the
// rest of it: its content, not its names.
bool holds_what_is_seen(const View& view, std::string_view hidden_place);

// Makes the mounts of this process, the first in its namespaces, such a view:
// - /: as outside, read-only, without set-user-ID programs and devices
// - the workspace: where it was unless it is hidden, to be changed if the policy says so; what is
//   protected in it is read-only, and of .git what makes git run programs (protection.hpp)
// - the directories and files of --write: where they were, and writable except for what is
//   protected, also in a repository that is there or that the workspace shares
// - .git/objects of a repository with a slot: the slot, with the objects that exist as an alternate
//   that is read-only (git/object_slot.hpp); of one that should have a slot and has none: read-only
// - /proc: of these processes alone, read-only
// - /dev: a few devices, new terminals, shared memory of its own
// - /tmp: new, in memory, bounded; but as outside where it, or what holds something hidden in it,
//   is shown
// - what is hidden: empty, and closed; a hidden workspace is an empty directory that can be entered
// Nothing is made in any directory that exists outside. Returns the directory for indexes of each
// slot (O_PATH), which is mounted nowhere, and writable by this descriptor alone. Throws
// SANDBOX_UNAVAILABLE naming the step.
std::vector<File> furnish(const View& view);

// The places in a view that are not outside of it: for rules of Landlock, which knows files and not
// paths.
struct NewPlaces {
    std::vector<std::string> readable;
    std::vector<std::string> changeable;
    std::vector<std::string> terminals;
};
NewPlaces new_places(const View& view);

}
