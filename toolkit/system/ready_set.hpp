#pragma once

#include "toolkit/system/file.hpp"

#include <sys/epoll.h>

#include <cstdint>
#include <vector>

namespace toolkit::system {

// Descriptors of which many are open and few are ready at a time: one that is not ready costs
// nothing. What is ready remains so until it was read or written (level-triggered).
class ReadySet {
public:
    // Throws system_error() if epoll_create1() fails.
    ReadySet();

    // The events awaited of a descriptor: EPOLLIN and others, or 0. It must be 0 before the
    // descriptor is closed, unless no other process has it.
    struct Interest {
        int descriptor = -1;
        std::uint64_t name = 0; // of what take() returns
        std::uint32_t events = 0;
    };

    // Returns false, and changes nothing, if the kernel has no room.
    bool change(Interest& interest, std::uint32_t events) const;

    // Returns a descriptor that is readable if something is ready.
    int descriptor() const { return file.descriptor(); }

    struct Ready {
        std::uint64_t name = 0;
        std::uint32_t events = 0;
    };
    // Returns some of the ready descriptors; further calls return the others. Does not wait.
    std::vector<Ready> take() const;

private:
    File file;
};

}
