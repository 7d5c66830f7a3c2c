#pragma once

#include "permissions.hpp"

#include <string>
#include <vector>

namespace exec::sandbox {

// What a reader of a level might take for granted and is not so. The names are part of the answer.
// With "level":"landlock" and "level":"namespaces":
// - resources-unlimited: memory, processor time, disk, processes, locks on files: bounded by the
//   time limit alone, and for each process by what --memory and its kin say. With "namespaces"
//   files in /tmp and /dev/shm also by --max-tmp-bytes; never those that have no name (memfd)
// - hard-links-lead-outside: a file of the workspace that has a name outside too is written there
//   as well
// - secrets-in-workspace-readable: the workspace, or --tmp, is, or lies in, a place where keys are
//   kept, and is open as all of it (unless --show or --write names it); or such a place lies in the
//   workspace, --tmp or --write, where with "namespaces" it is hidden until it is replaced from
//   outside
// - file-names-visible: names, sizes and times of all files can be learnt, of hidden ones too;
//   never content. With "namespaces" only in a hidden place that holds the workspace, --tmp, or
//   --show
// - unix-sockets-reachable: --unix: any service of the user that listens on one, with all that it
//   can do
// With "level":"namespaces":
// - protected-paths-partly-writable: in the workspace can be changed what commits need in .git: all
//   but config, config.worktree, commondir, hooks, info, modules, remotes and branches. So there
//   can be left what git outside obeys: the state of a rebase or of `git am`, a repository as an
//   entry of the index, a .git that was missing, links and commondir (until the command has ended),
//   what configs name in the workspace. What is left is named in gitObeys and gitRemoved, but for
//   the cases that docs/threat-model.md lists. A repository that lies deeper in the workspace, or
//   deeper than directly in a directory of --write, or a working tree in the workspace, is not
//   protected at all. Nor is a protected path that was missing when the command was started, has
//   another name by a hard link or a mount in the workspace, or has been replaced from outside
//   since (as by `git config` there)
// - git-objects-writable: the `objects` of a repository is a link, or cannot be examined: commands
//   can remove and overwrite what they can write there
// - git-refs-writable: refs, logs or packed-refs of a repository is a link, and what it leads to is
//   not compared: commands can remove what it names
// - git-objects-have-other-names: objects of a repository have hard links, which could not be
//   replaced by copies (git/shared_objects.hpp): a command can write to those that have one in the
//   workspace
// - git-objects-read-only: a repository lacks what keeps its objects (git/object_slot.hpp), since
//   it could not be made, as on a full disk: commands cannot commit. gitRefused says why
// With "level":"landlock":
// - processes-visible: the command lines of the user's other processes can be learnt, and the names
//   of keys in the kernel's keyring; never memory, environment or a key. As root also what of /proc
//   the kernel shows to root alone and without a capability, such as /proc/slabinfo
// - devices-readable: nodes of devices that lie outside /dev, as in the tree of a container, can be
//   read by whom their mode lets: a disk's with all that is on it
// - protected-paths-writable: .git, .agentcli and --protect inside the workspace can be changed
// - metadata-outside-writable: chmod (set-user-ID too), chown, utimes, xattrs of any file that the
//   user owns; no content
// - signals-outside: Landlock before ABI 6: the user's other processes (not the supervisors) can be
//   signalled
// With "level":"none":
// - no-confinement: whatever the user may do (but for set-user-ID programs, which gain nothing)
// - `keeper-can-be-killed`: the command can kill the supervisor; then processes can survive it
// With "landlock" and "none":
// - orphans-may-survive: /proc can't be read, and no scope of signals stands in for it
struct Circumstances {
    Permissions permissions;
    Level level;
    int abi; // of the Landlock in force, 0 for none
    bool opens_secrets; // the workspace
    bool names_secrets; // any of what is hidden can be listed
    bool sees_children; // find_children() works
    bool writes_in_workspace = false; // --write names a part of it or of a repository, or a
        // directory, which may have repositories in it
    bool writes_objects = false; // of a repository; without a slot (git/object_slot.hpp)
    bool writes_names = false; // refs and reflogs that are not compared
    bool shares_objects = false; // some have hard links
    bool closes_objects = false; // they are read-only
};

std::vector<std::string> gaps_of(const Circumstances& circumstances);

}
