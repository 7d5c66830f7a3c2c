#pragma once

#include "toolkit/journal.hpp"

#include <string>
#include <vector>

class Workspace;

// What a process that was killed has left in the middle of a change, by its journal.
struct Interrupted {
    std::string journal; // its name in .agentcli/journal
    Plan plan;
};

// One system call where there is nothing.
std::vector<Interrupted> find_interrupted(const Workspace& workspace);

// Puts everything right that was left so. What had not begun to change names loses its temporary files, trees and
// empty new directories. Where all names had changed already the temporary files go; else every changed name gets
// back what it had, or, where the file system kept nothing of that, the rest is changed too. A name that leads to
// something else by now is left alone.
//
// The caller holds no lock; those of all directories in a plan are taken: throws TIMED_OUT after 10 s.
void recover_interrupted(const Workspace& workspace);
