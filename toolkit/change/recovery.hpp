#pragma once

#include "toolkit/workspace/workspace.hpp"

#include "toolkit/change/journal.hpp"
#include "toolkit/system/lock.hpp"

#include <vector>

namespace toolkit::change {

// What processes that were killed have left in the middle of a change, by their journals.
//
// Journals lie in the workspace, where a clone may bring them, and a command may write them: they
// are read as what an enemy wrote. One is looked at only when it is a regular file with one name,
// belongs to the effective user (root obeys nobody else's), can be written by nobody else, and has
// no lock. It moves and removes no more than requests of requests to move and remove could; one
// that names more, a name twice, or is malformed is renamed, to keptNAME, and never looked at
// again.

// Is there such a journal? None is read, and none is reported, in a dry run: then what it names is
// put into notes_of_call(). False too when .agentcli/journal cannot be written.
bool is_interrupted(const Workspace& workspace);

// Puts right what was left so. Nothing done yet: temporary files, trees and empty new directories
// go. All done: the old files go. In between every name that was changed gets back what it had;
// where the file system kept nothing of that (it can't exchange two names, nor link), the rest is
// changed too. A name that leads to something else by now is left alone, and so is what has a
// temporary name and is not known. What can't be put right (no right to, an error) stays as it is,
// with its journal, which is tried by three calls, also such as end in the middle, and then renamed
// as above.
//
// Looks at the first 65,536 entries of the directory, reads journals of max_journal bytes in all,
// carries out max_recovered at most and refuses max_refused: the rest is for the next call.
// Answers false when something is left that this call need not try again.
//
// The caller holds no lock; those of all directories in a plan are taken. If another program holds
// one, the journal is left to a later call, and is not counted as tried; nor is one that names a
// directory which this call may not use (Workspace::within()).
//
// A dry run recovers nothing. What a recovery changes is put into notes_of_call().
bool recover_interrupted(const Workspace& workspace);

constexpr std::size_t max_recovered = 64;
constexpr std::size_t max_refused = 4096;

// lock_directories(), and nothing interrupted was found once they were locked, also not by whoever
// held them before; but for what can't be put right.
std::vector<File> lock_settled(
    const Workspace& workspace, const std::vector<system::ToLock>& directories);

}
