#pragma once

#include "tools/exec/sandbox/enclosure.hpp"

#include <sys/types.h>

namespace exec::process {

// Which indexes are made.
enum class Indexes {
    missing, // before a command: of packs that a killed call has left
    trusted, // after it: of all packs, named git::trusted_index_name()
};

// Has git index the packs in the slots of the view: an index that a command has written could name
// ids of existing objects for other content. git computes the ids, and refuses content that differs
// from that of an object which exists. To be called in the supervisor (`supervisor`), when nothing
// of a command runs. git is confined as a command is. Stops after 10 s; a pack that has no index
// then stays in its slot.
void index_packs(const sandbox::Enclosure& enclosure, pid_t supervisor, Indexes wanted);

}
