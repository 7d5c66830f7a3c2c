#pragma once

#include "tools/exec/sandbox/enclosure.hpp"

#include "toolkit/system/file.hpp"

#include <sys/types.h>

#include <vector>

namespace exec::process {

using namespace toolkit;

enum class Packs {
    left, // git::ObjectSlot::left(): before a command runs
    of_command, // of its slots: after it
};

// Has git copy the packs of slots into the directories for indexes (`indexes`, one for each slot of
// the enclosure), and index the copies: an index that a command has written could name ids of
// existing objects for other content. git computes the ids, and refuses content that differs from
// that of an object which exists. The file indexed_name() with ".idx" then stands beside the one
// with ".pack"; with ".failed" if git refuses the pack, or has taken too long for one of left().
// To be called in the supervisor (`supervisor`), when nothing of a command runs. git is confined as
// a command is. Stops after ObjectSlot::time_for_packs(), or time_for_left().
void index_packs(const sandbox::Enclosure& enclosure, pid_t supervisor,
    const std::vector<File>& indexes, Packs packs);

}
