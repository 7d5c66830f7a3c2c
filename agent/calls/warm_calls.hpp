#pragma once

#include "agent/calls/manifest.hpp"
#include "agent/calls/process.hpp"
#include "toolkit/json/json_fwd.hpp"
#include "toolkit/system/cancel.hpp"

#include <cstddef>
#include <optional>
#include <utility>

namespace agent::calls {

using namespace toolkit;

// Makes calls in processes that are kept for the next calls. No function but the destructor waits.
// The outcome of a call is the same as that of a process of its own.
class WarmCalls {
public:
    WarmCalls() = default;
    WarmCalls(const WarmCalls&) = delete;
    WarmCalls& operator=(const WarmCalls&) = delete;
    virtual ~WarmCalls() = default; // ends all processes and waits until they have exited

    // Begins a call in a process of the tool. Returns false if none is ready; then the call needs
    // its own process. May start a process for later calls. `arguments` are the input of the call.
    virtual bool begin(
        std::size_t id, const ManifestTool& tool, const Call& call, const Json& arguments)
        = 0;

    // Asks a call to end. Does nothing if it is not one of these calls.
    virtual void end(std::size_t id, End reason) = 0;

    virtual void watch(system::Watch& watch) const = 0;
    virtual void step() = 0;

    // Returns the id and the outcome of a call that has ended, once; nullopt if there is none.
    virtual std::optional<std::pair<std::size_t, Outcome>> take() = 0;
};

}
