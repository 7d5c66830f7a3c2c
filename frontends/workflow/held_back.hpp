#pragma once

#include "toolkit/system/cancel.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

namespace frontends::workflow {

using namespace toolkit;

// The time until which no step may ask a model, because a server has responded with status 429. It
// is in memory that forked processes share.
class HeldBack {
public:
    // Throws system_error() if the memory cannot be mapped.
    HeldBack();

    // Holds steps back for `time` from now, unless they are held back for longer already.
    void hold(std::chrono::seconds time) const;

    // Waits until steps are no longer held back, and reports that by `note`. Throws INTERNAL
    // "interrupted".
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
