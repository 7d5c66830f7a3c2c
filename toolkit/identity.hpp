#pragma once

#include <sys/stat.h>

#include <cstdint>

// What a file was, so that it is known again under another name of the same directory: the same inode, with the
// content that it then had as far as its size and the time of its last change tell. Not the device: its number
// may be another after the file system was mounted anew.
struct Identity {
    std::uint64_t inode;
    std::int64_t size;
    std::int64_t seconds;
    std::int64_t nanoseconds;

    friend bool operator==(const Identity&, const Identity&) = default;
};

inline Identity identity_of(const struct stat& status)
{
    return {status.st_ino, status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
}
