#pragma once

#include "frontends/screen/keys.hpp"

#include <poll.h>
#include <sys/types.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace frontends::screen {

// What the screen's loop has of the machine, so that a test can hold its clock.
class Machine {
public:
    Machine() = default;
    Machine(const Machine&) = delete;
    Machine& operator=(const Machine&) = delete;
    virtual ~Machine() = default;

    virtual Moment now() = 0;

    // Waits until one of them is ready, and no longer than that moment.
    virtual void wait(std::vector<pollfd>& watched, std::optional<Moment> until) = 0;

    virtual ssize_t read(int descriptor, char* into, std::size_t most) = 0;
    virtual ssize_t write(int descriptor, const char* bytes, std::size_t size) = 0;
};

// The system's own: CLOCK_MONOTONIC, poll, read and write.
Machine& system_machine();

}
