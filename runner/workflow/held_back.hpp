#pragma once

#include "toolkit/system/cancel.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

namespace runner::workflow {

using namespace toolkit;

// Until when no further step asks a model, since a server has said so: in memory that forked
// processes share.
class HeldBack {
public:
    // Throws what system_error() makes of a failure.
    HeldBack();

    // The longest wish counts.
    void hold(std::chrono::seconds time) const;

    // Waits, and says so first. Throws INTERNAL "interrupted".
    void wait(system::Cancel& cancel, const std::function<void(std::string_view)>& note) const;

private:
    using Until = std::atomic<std::int64_t>; // nanoseconds of the steady clock
    struct Unmap {
        void operator()(Until* until) const;
    };
    std::chrono::nanoseconds left() const;

    std::unique_ptr<Until, Unmap> until;
};

}
