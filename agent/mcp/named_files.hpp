#pragma once

#include "agent/calls/launch.hpp"

#include <sys/types.h>

#include <ctime>
#include <vector>

namespace agent::mcp {

// Which file a name leads to, and in which state. Of a directory its entries don't count.
struct FileState {
    dev_t device = 0;
    ino_t number = 0;
    off_t size = 0;
    timespec changed = {}; // its content
    timespec status_changed = {};

    bool operator==(const FileState& other) const;
};

// The states of the program of a launch and of all files that its arguments name, also in the form
// --flag=FILE: another result means that a process started now could be another one.
std::vector<FileState> named_files(const calls::Launch& launch);

}
