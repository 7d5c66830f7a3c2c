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

// The directory that receives the objects that a command adds to a repository: git::ObjectSlot.
struct SlotPlaces {
    std::string repository; // absolute, as the other paths
    std::string own_directory;
    std::string slot;
    std::string indexes; // never mounted where a command can reach it
};

// What a command can see of the file system at Level::namespaces.
struct View {
    const Workspace& workspace;
    sandbox::Policy policy;
    std::string temporary; // --tmp, absolute with links resolved; empty if there is none
    std::vector<std::string> hidden; // absolute, links resolved
    std::vector<std::string> shown; // absolute, links resolved
    // maximum bytes of /tmp, and of /dev/shm; 0: the default of the kernel
    std::int64_t max_in_memory;
    // absolute, links resolved; a directory before those in it
    std::vector<std::string> written = {};
    bool hides_workspace = false; // the workspace is one of `hidden`
    std::vector<std::string> repositories = {}; // git::granted_directories()
    std::vector<SlotPlaces> slots = {};
    // `objects` directories of repositories that have no slot
    std::vector<std::string> closed_objects = {};
};

// Returns the directory for temporary files of a view without --tmp: a new one in memory, for this
// call only.
std::string_view private_temporary(const View& view);

// Returns true if the workspace or a part of it can be changed. A --tmp in the workspace does not
// count.
bool changes_workspace(const View& view);

// Returns true if a hidden place is, or contains, a place that must stay visible. Then only
// Landlock hides the rest of it: the content, but not the names.
bool holds_what_is_seen(const View& view, std::string_view hidden_place);

// Sets up the mounts of this process, the first in its namespaces, for the view:
// - /: as outside, but read-only, without set-user-ID programs and devices
// - the workspace: at its path unless it is hidden, writable if the policy permits it. The
//   protected paths in it are read-only, and so are the parts of .git that make git run programs
//   (protection.hpp)
// - the directories and files of --write: at their paths, writable except for protected paths, also
//   those of a repository in them or of one that the workspace shares
// - .git/objects of a repository with a slot: the slot, with the existing objects as a read-only
//   alternate (git/object_slot.hpp); read-only if the slot could not be made
// - /proc: new, for the processes in these namespaces only, read-only
// - /dev: a few devices, new terminals, new shared memory
// - /tmp: new, in memory, limited in size; as outside if it is shown, or a place in it is shown
//   that contains a hidden one
// - hidden places: empty and inaccessible; a hidden workspace is an empty directory that can be
//   entered
// Makes nothing in directories that exist outside. Returns a descriptor (O_PATH) of the directory
// for indexes of each slot; these are not mounted anywhere, and are writable only through this
// descriptor. Throws SANDBOX_UNAVAILABLE with the step that failed.
std::vector<File> furnish(const View& view);

// Places that exist only in the view. Landlock needs rules for them, since its rules apply to
// files, not to paths.
struct NewPlaces {
    std::vector<std::string> readable;
    std::vector<std::string> changeable;
    std::vector<std::string> terminals;
};
NewPlaces new_places(const View& view);

}
