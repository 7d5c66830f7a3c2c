#pragma once

#include "permissions.hpp"

#include <string>
#include <vector>

// What a reader of "level":"landlock" might take for granted and is not so. The names are part of the answer:
//   file-names-visible             names, sizes and times of all files can be learnt, of hidden ones too; never content
//   processes-visible              so can the command lines of the user's other processes; never memory or environment
//   resources-unlimited            memory, processor time, disk, processes, locks on files: bounded by the time limit alone
//   protected-paths-writable       .git, .agentcli and --protect inside the workspace can be changed
//   metadata-outside-writable      chmod (set-user-ID too), chown, utimes, xattrs of any file that the user owns; no content
//   hard-links-lead-outside        a file of the workspace that has a name outside too is written there as well
//   secrets-in-workspace-readable  a place where keys are kept lies beneath the root, and is open as all of it
//   unix-sockets-reachable         --unix: any service of the user that listens on one, with all that it can do
//   signals-outside                Landlock before ABI 6: the user's other processes (not the keepers) can be signalled
// With "level":"none":
//   no-confinement                 whatever the user may do (but for set-user-ID programs, which gain nothing)
//   keeper-can-be-killed           and then processes can stay behind
// At either:
//   orphans-may-survive            /proc can't be read, and no scope of signals stands in for it
struct Circumstances {
    Permissions permissions;
    int abi; // of the Landlock in force, 0 for none
    bool holds_secrets; // the workspace
    bool sees_children; // find_children() works
};

std::vector<std::string> gaps_of(const Circumstances& circumstances);
