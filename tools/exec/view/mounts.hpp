#pragma once

#include "toolkit/system/file.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace exec::view {

using namespace toolkit;

// Mounts of the calling process's own namespace. A place is a descriptor (O_PATH) of what stands
// there now. All throw SANDBOX_UNAVAILABLE naming `what` is being done.
namespace mounts {

enum class Depth { alone, with_mounts_beneath };

// MS_* and MOUNT_ATTR_* of the kernel, which has the same numbers for both.
enum Attribute : std::uint64_t { read_only = 1, no_suid = 2, no_devices = 4, no_execution = 8 };

// From here on nothing that is mounted outside appears here, nor the other way round.
void separate();

// A mount of what stands at `place`, which is attached nowhere yet.
File copy_of(const File& place, Depth depth, const std::string& what);

// Adds attributes to a copy.
void restrict_copy(const File& copy, std::uint64_t attributes, const std::string& what);

// Adds attributes to the mount that `place` is the root of, not to those beneath it.
void restrict_one(const File& place, std::uint64_t attributes, const std::string& what);

// Adds attributes to every mount there is.
void restrict_all(std::uint64_t attributes);

// Over what stands at `place`.
void attach(const File& copy, const File& place, const std::string& what);

// A new directory in memory for everybody, of at most `most` bytes, and of as many files as these
// would have pages; 0: half of the memory.
void make_in_memory(const std::string& path, std::uint64_t attributes, std::int64_t most);

// Returns a mount, not attached yet, of a new directory in memory that everybody can read and
// enter. It contains only the nested directories of `inner_path` ("a/b"), if that is not empty.
// /dev must be a new one.
File make_empty_directory(const std::string& inner_path);

// A new file system at `path`; options as mount(8) has them.
void make(const std::string& type, const std::string& path, std::uint64_t attributes,
    const char* options);

}

}

namespace exec::view {

// The devices that programs take for granted. Everything else in /dev stays closed: terminals,
// disks, shared memory.
extern const std::vector<std::string> common_devices;

// A small /dev for a view (mount_view.hpp): the common devices, terminals and shared memory of its
// own. All throw SANDBOX_UNAVAILABLE.
class Devices {
public:
    // Takes them from /dev as it is, as far as they exist.
    Devices();

    // Makes a new /dev of them, in memory; shared memory has at most so many bytes, 0: half of the
    // memory.
    void put_into_new_directory(std::int64_t max_shared) const;

    // From here on nothing is made in it, but in /dev/shm.
    static void close_directory();

private:
    struct Device {
        std::string path;
        File copy;
    };
    std::vector<Device> taken;
};

// An empty directory and an empty file, to be mounted over a place so that nothing is seen in it,
// and only a process with a capability can open it.
class EmptyPlaces {
public:
    // In the new /dev, as long as this lives.
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
