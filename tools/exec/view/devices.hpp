#pragma once

#include "toolkit/system/file.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace exec::view {

using namespace toolkit;

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
    void put_into_new_directory(std::int64_t most_shared) const;

    // From here on nothing is made in it, but in /dev/shm.
    static void close_directory();

private:
    struct Device {
        std::string path;
        File copy;
    };
    std::vector<Device> taken;
};

// What can be mounted over a place so that nothing is seen in it, and nobody without a capability
// opens it.
class Blank {
public:
    // In the new /dev, as long as this lives.
    Blank();
    ~Blank();
    Blank(const Blank&) = delete;
    Blank& operator=(const Blank&) = delete;

    const File& directory() const { return opened_directory; }
    const File& file() const { return opened_file; }

private:
    File opened_directory;
    File opened_file;
};

}
