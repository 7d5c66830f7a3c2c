#pragma once

#include "toolkit/workspace/workspace.hpp"

#include "toolkit/change/journal.hpp"
#include "toolkit/system/lock.hpp"

#include <vector>

namespace toolkit::change {

// Recovers from processes that were killed in the middle of a change, by their journals.
//
// Journals are in the workspace, where a clone may have brought them and commands may write them.
// They are therefore treated as hostile input. A journal is read only if it is a regular file with
// one name, belongs to the effective user (also if that is root), cannot be written by anybody
// else, and has no lock. Recovery moves and removes no more than requests to move and remove could.
// A journal that names more than that, names a path twice, or is malformed is renamed to "kept"
// followed by its name, and never read again.

// Returns true if there is an interrupted change to recover. Returns false if .agentcli/journal
// cannot be written. In a dry run, returns false and adds the paths that a recovery would change to
// notes_of_call().
bool is_interrupted(const Workspace& workspace);

// Recovers interrupted changes:
//
// - If no name was changed yet, temporary files and trees, and new directories that are empty, are
//   removed.
// - If all names were changed, the old files are removed.
// - Otherwise every name that was changed gets back what it led to. If the file system has kept
//   nothing of that, because it can neither exchange two names nor link, the remaining names are
//   changed, too.
//
// A name that leads to something else by now is left alone, and so is a temporary name that leads
// to something unknown. If a part of a plan cannot be recovered because of a missing right or an
// error, that part and the journal stay. Three calls try it, including calls that are killed in the
// middle; then the journal is renamed as described above.
//
// One call looks at the first 65,536 entries of the directory, reads journals of max_journal bytes
// in all, carries out at most max_recovered and refuses at most max_refused. The rest is left to
// the next call. Returns false if something is left that this call need not try again.
//
// The caller must hold no lock, since the directories of each plan are locked. If another program
// holds one of these locks, the journal is left to a later call, and that does not count as a try.
// The same applies to a journal that names a directory which this call may not use
// (Workspace::within()).
//
// A dry run recovers nothing. The paths that a recovery changes are added to notes_of_call().
bool recover_interrupted(const Workspace& workspace);

constexpr std::size_t max_recovered = 64; // journals in one call
constexpr std::size_t max_refused = 4096; // journals in one call

// Locks directories like lock_directories(), and recovers interrupted changes that are found while
// or before the locks are held, including those of previous holders. What cannot be recovered is
// left as it is.
std::vector<File> lock_settled(
    const Workspace& workspace, const std::vector<system::ToLock>& directories);

}
