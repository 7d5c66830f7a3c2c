#pragma once

#include "toolkit/system/file.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace exec::view {

using namespace toolkit;

// Functions on mounts in the calling process's mount namespace. A place is a descriptor (O_PATH) of
// what is currently at a path. All throw SANDBOX_UNAVAILABLE; `what` names what was being done.
namespace mounts {

enum class Depth { alone, with_mounts_beneath };

// Values of MS_* and MOUNT_ATTR_*, which are the same numbers in the kernel.
enum Attribute : std::uint64_t { read_only = 1, no_suid = 2, no_devices = 4, no_execution = 8 };

// Stops the propagation of mounts between this namespace and the one outside, in both directions.
void separate();

// Returns a copy of the mount at `place` that is not attached anywhere yet.
File copy_of(const File& place, Depth depth, const std::string& what);

// Adds attributes to a copy and the mounts below it.
void restrict_copy(const File& copy, std::uint64_t attributes, const std::string& what);

// Adds attributes to the mount whose root is `place`, but not to mounts below it.
void restrict_one(const File& place, std::uint64_t attributes, const std::string& what);

// Adds attributes to all mounts.
void restrict_all(std::uint64_t attributes);

// Attaches a copy over what is at `place`.
void attach(const File& copy, const File& place, const std::string& what);

// Mounts a new directory in memory that every user can write to. It is limited to `most` bytes and
// to one file for each page of these; 0: half of the memory.
void make_in_memory(const std::string& path, std::uint64_t attributes, std::int64_t most);

// Returns a mount, not attached yet, of a new directory in memory that every user can read and
// enter. It contains only the nested directories of `inner_path` ("a/b") if that is not empty. /dev
// must already be the new one.
File make_empty_directory(const std::string& inner_path);

// Mounts a new file system at `path`; `options` is in the format of mount(8) or null.
void make(const std::string& type, const std::string& path, std::uint64_t attributes,
    const char* options);

}

}

namespace exec::view {

// Devices that programs expect. All other devices in /dev are unavailable: terminals, disks, shared
// memory.
extern const std::vector<std::string> common_devices;

// A minimal /dev for a view (mount_view.hpp), with the common devices and new terminals and shared
// memory. All functions throw SANDBOX_UNAVAILABLE.
class Devices {
public:
    // Copies the mounts of the common devices from the current /dev, as far as they exist.
    Devices();

    // Mounts a new /dev with these devices, in memory. Its shared memory is limited to
    // `most_shared` bytes; 0: half of the memory.
    void put_into_new_directory(std::int64_t max_shared) const;

    // Makes /dev read-only, except /dev/shm and /dev/pts, which are mounts of their own.
    static void close_directory();

private:
    struct Device {
        std::string path;
        File copy;
    };
    std::vector<Device> taken;
};

// An empty directory and an empty file to mount over a place. They hide its content, and only a
// process with a capability can open them.
class EmptyPlaces {
public:
    // Makes both in the new /dev, where they remain until this object is destroyed.
    EmptyPlaces();
    ~EmptyPlaces();
    EmptyPlaces(const EmptyPlaces&) = delete;
    EmptyPlaces& operator=(const EmptyPlaces&) = delete;

    const File& directory() const { return opened_directory; }
    const File& file() const { return opened_file; }

private:
    File opened_directory;
    File opened_file;
};

}
