#pragma once

#include "permissions.hpp"

#include <string>
#include <vector>

namespace exec::sandbox {

// Limits of the sandbox that a reader of a level might not expect. The names are part of the
// answer.
//
// With "level":"landlock" and "level":"namespaces":
// - resources-unlimited: memory, processor time, disk, processes and file locks are limited only by
//   the time limit and, for each process, by --memory and similar flags. With "namespaces" files in
//   /tmp and /dev/shm are limited by --max-tmp-bytes, too; files without a name (memfd) never are
// - hard-links-lead-outside: writing to a file in the workspace that also has a name outside
//   changes the file outside
// - secrets-in-workspace-readable: the workspace or --tmp is, or is in, a place where keys are
//   kept, and is readable as a whole (unless --show or --write names it). Or such a place is in the
//   workspace, --tmp or --write; with "namespaces" it is then hidden until it is replaced from
//   outside
// - file-names-visible: commands can see names, sizes and times of all files, including hidden
//   ones, but never their content. With "namespaces" this is limited to a hidden place that
//   contains the workspace, --tmp or --show
// - unix-sockets-reachable: with --unix commands can use every service of the user that listens on
//   a Unix socket, with all that the service can do
//
// With "level":"namespaces":
// - protected-paths-partly-writable: commits need most of .git to be writable: all except config,
//   config.worktree, commondir, hooks, info, modules, remotes and branches. So a command can leave
//   there what git outside obeys: the state of a rebase or of `git am`, a repository as an entry of
//   the index, a .git that was missing, links and commondir (until the command has ended), and what
//   configs name in the workspace. gitObeys and gitRemoved name what is left, except in the cases
//   that docs/threat-model.md lists. A repository in a subdirectory, or a working tree in the
//   workspace, is not protected at all. Neither is a protected path that was missing when the
//   command started, that has another name by a hard link or a mount in the workspace, or that was
//   replaced from outside since then (as by `git config` there)
// - git-objects-writable: the `objects` of a repository is a link, or cannot be examined: commands
//   can remove and overwrite what they can write there
// - git-refs-writable: refs, logs or packed-refs of a repository is a link, and what it leads to is
//   not compared: commands can remove what it names
// - git-objects-have-other-names: objects of a repository have hard links, which could not be
//   replaced by copies (git/shared_objects.hpp): a command can write to those that have a name in
//   the workspace
// - git-objects-read-only: the directory for new objects of a repository (git/object_slot.hpp)
//   could not be made, for example because the disk is full: commands cannot commit. gitRefused has
//   the reason
//
// With "level":"landlock":
// - processes-visible: commands can see the command lines of the user's other processes, and the
//   names of keys in the kernel's keyring, but never memory, environment or a key. As root they can
//   also read what /proc shows only to root without requiring a capability, such as /proc/slabinfo
// - devices-readable: device nodes outside /dev, as in the tree of a container, can be read if
//   their mode permits it: that of a disk with everything on it
// - protected-paths-writable: .git, .agentcli and --protect inside the workspace can be changed
// - metadata-outside-writable: chmod (also set-user-ID), chown, utimes and xattrs of any file that
//   the user owns can be changed, but not its content
// - signals-outside: with Landlock before ABI 6, commands can send signals to the user's other
//   processes (except the supervisors)
//
// With "level":"none":
// - no-confinement: commands can do whatever the user may do (but set-user-ID programs have no
//   effect)
// - `keeper-can-be-killed`: commands can kill the supervisor, and then leave processes running
//
// With "landlock" and "none":
// - orphans-may-survive: /proc cannot be read, and there is no scope of signals to replace it
struct Circumstances {
    Permissions permissions;
    Level level;
    int abi; // ABI of the Landlock in force; 0 without Landlock
    bool opens_secrets; // of the workspace or --tmp: secrets-in-workspace-readable
    bool names_secrets; // names in hidden places can be listed
    bool sees_children; // find_children() works
    // --write names a part of the workspace or of a repository, or a directory, which may contain
    // repositories
    bool writes_in_workspace = false;
    // objects of a repository are writable, without a slot (git/object_slot.hpp)
    bool writes_objects = false;
    bool writes_names = false; // refs and reflogs are writable that are not compared
    bool shares_objects = false; // objects have other names (hard links)
    bool closes_objects = false; // objects of a repository are read-only
};

// Returns the names of the gaps that exist in these circumstances.
std::vector<std::string> gaps_of(const Circumstances& circumstances);

}
