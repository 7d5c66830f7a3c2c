#pragma once

#include "toolkit/system/file.hpp"

#include <chrono>
#include <cstdint>
#include <optional>

namespace frontends::serve {

using namespace toolkit;

// Measures the resources of this process. Must be constructed before the process is confined, since
// it cannot open anything of /proc afterwards.
class ProcessFigures {
public:
    ProcessFigures();

    struct Now {
        double started = 0; // seconds since 1970
        double processor_seconds = 0;
        std::uint64_t resident_bytes = 0;
        std::uint64_t virtual_bytes = 0;
        std::uint64_t descriptors = 0;
        std::uint64_t max_descriptors = 0;
    };

    // Returns nullopt if there is no /proc.
    std::optional<Now> now() const;

private:
    File memory;
    File descriptors;
    std::uint64_t max_descriptors;
    std::uint64_t page_bytes;
    std::chrono::system_clock::time_point started;
};

// Returns true if `count` more descriptors can be opened now; opens that many, and closes them.
bool can_open(std::size_t count);

}
