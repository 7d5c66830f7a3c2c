#pragma once

#include "tools/exec/sandbox/enclosure.hpp"

#include "toolkit/system/file.hpp"

#include <sys/types.h>

#include <vector>

namespace exec::process {

using namespace toolkit;

enum class Packs {
    left, // packs in git::ObjectSlot::left(), before a command runs
    of_command, // packs in its slots, after it has ended
};

// Runs git to copy packs of slots into the directories for indexes (`indexes`, one for each slot of
// the enclosure) and to index the copies. An index that a command wrote could name IDs of existing
// objects for other content; git computes the IDs, and refuses content that differs from that of an
// existing object.
//
// For each pack, makes the files indexed_name() with ".pack" and ".idx". If git refuses the pack,
// or takes too long for a pack of left(), makes a file with ".failed" instead. Stops after
// ObjectSlot::time_for_packs() or time_for_left(). Does not throw ToolError: what was not indexed
// stays in the slot.
//
// Must be called in the supervisor, whose process ID is `supervisor`, when no process of a command
// runs. git is confined like a command.
void index_packs(const sandbox::Enclosure& enclosure, pid_t supervisor,
    const std::vector<File>& indexes, Packs packs);

}
