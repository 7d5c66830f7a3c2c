#pragma once

#include "name_files.hpp"

#include "toolkit/system/file.hpp"

#include <sys/stat.h>

#include <cstddef>
#include <ctime>
#include <string>
#include <string_view>
#include <unordered_map>

namespace exec::git {

using namespace toolkit;

// Returns the time that the kernel gives to a change that is made now: it goes by the clock's
// ticks, not by the clock.
timespec time_of_changes();

// Returns true if the file system gives a later time to a file when a page of it that was clean is
// changed through a mapping, as ext4, XFS and btrfs do. tmpfs does not, and of others it is
// unknown.
bool has_exact_times(const File& directory);

// Returns true if the first time is earlier than the second.
bool is_before(const timespec& one, const timespec& other);

// The texts of regular files, each with the status that the file had when it was read.
struct KnownFiles {
    struct Mark {
        ino_t inode;
        off_t size;
        timespec changed;
    };

    timespec start {}; // no file was read earlier
    // False if a file may have changed without a later time: the kernel sets none for a store
    // through a mapping (mmap(2)) to a page that has been changed already.
    bool is_exact = true;
    Texts texts;
    std::unordered_map<std::string, Mark> marks; // of files that have a text

    // Returns the text of the file if it is as it was when it was read, else null: the kernel
    // changes its time with each change, and no program can set that time back.
    const std::string* text_of(const std::string& path, const struct stat& status) const;
};

// Returns the files in the form of agentcli/read, without those that a later change could look
// like: for each a line "INODE SIZE SECONDS NANOSECONDS SIZE_OF_PATH", its path and its text.
std::string text_of_known(const KnownFiles& files);

// Returns what the text says; no files if it is cut or malformed.
KnownFiles known_in(std::string_view text);

// Returns what agentcli/read of the repository says; no files if it cannot be read.
KnownFiles read_known_files(const File& repository);

// Replaces agentcli/read of the repository, where no command can write. Does nothing if it would be
// larger than 64 MiB, or if it cannot be written: the next call then opens all files.
void write_known_files(const File& repository, const KnownFiles& files);

}
