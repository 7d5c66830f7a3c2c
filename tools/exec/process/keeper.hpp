#pragma once

#include "descendants.hpp"
#include "lines.hpp"
#include "program.hpp"
#include "tools/exec/sandbox/enclosure.hpp"

// Starts `program` under a keeper: a process between it and the tool, which adopts whatever the command
// leaves behind and kills it when the command has ended (after a moment in which it may end by itself), when
// it is ordered to, and when the tool dies. Then it reports, removes the temporary directory, and ends.
// Returns the keeper's process id. For a level without namespaces: there, Init is the keeper.
pid_t start_kept(const Program& program, const Enclosure& enclosure, Lines& lines);

// First in the life of a keeper: in a group of its own, or a signal to the tool's would take it too, and
// nobody were left to keep.
void stand_alone();

// The rest of it: starts the program, and keeps it. Reports what comes of it.
void keep(const Program& program, const Enclosure& enclosure, Ends& ends, Reach reach);

void report(const File& reports, const Report& what);
