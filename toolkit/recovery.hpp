#pragma once

#include "toolkit/journal.hpp"
#include "toolkit/lock.hpp"

#include <string>
#include <vector>

class Workspace;

// What a process that was killed has left in the middle of a change, by its journal.
struct Interrupted {
    std::string journal; // its name in .agentcli/journal
    std::string text;
    Plan plan;
};

// One system call where there is nothing. Journals lie in the workspace, where others can write too: one that asks
// for more than a request may is passed over.
std::vector<Interrupted> find_interrupted(const Workspace& workspace);

// Puts right what was left so. Nothing done yet: temporary files, trees and empty new directories go. All done: the
// old files go. In between every name that was changed gets back what it had; where the file system kept nothing
// of that (it can't exchange two names, nor link), the rest is changed too. A name that leads to something else by
// now is left alone, and so is what has a temporary name and is not known. What can't be put right (no right to,
// an error) stays as it is, with its journal.
//
// The caller holds no lock; those of all directories in a plan are taken: throws TIMED_OUT after 10 s.
void recover_interrupted(const Workspace& workspace);

// lock_directories(), and nothing interrupted was found once they were locked: also not by whoever held them
// before.
std::vector<File> lock_settled(const Workspace& workspace, const std::vector<ToLock>& directories);
