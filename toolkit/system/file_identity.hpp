#pragma once

#include <sys/stat.h>

#include <cstdint>

namespace toolkit::system {

// What a file was, so that it is known again under another name of the same directory: the same
// inode, with the content that it then had as far as its size and the time of its last change tell.
// Not the device: its number may be another after the file system was mounted anew.
struct Identity {
    std::uint64_t inode;
    std::int64_t size;
    std::int64_t seconds;
    std::int64_t nanoseconds;

    friend bool operator==(const Identity&, const Identity&) = default;

    // As far as size and time tell. An overlay file system (of a container) gives a file of a lower
    // layer another inode when it is changed or renamed for the first time, if it has several hard
    // links.
    bool has_content_of(const Identity& other) const
    {
        return size == other.size && seconds == other.seconds && nanoseconds == other.nanoseconds;
    }
};

inline Identity identity_of(const struct stat& status)
{
    return {status.st_ino, status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
}

}
