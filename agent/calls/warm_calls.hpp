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

// Calls by processes that live on for the next ones. Nothing here waits. The outcome of a call is
// that of a process of its own.
class WarmCalls {
public:
    WarmCalls() = default;
    WarmCalls(const WarmCalls&) = delete;
    WarmCalls& operator=(const WarmCalls&) = delete;
    virtual ~WarmCalls() = default; // ends all processes, and waits for that

    // False if no process of the tool is ready: then the call needs one of its own. One for later
    // calls may be started meanwhile. `arguments` are the input of the call.
    virtual bool begin(
        std::size_t id, const ManifestTool& tool, const Call& call, const Json& arguments)
        = 0;

    // Does nothing if the call is none of these.
    virtual void end(std::size_t id, End reason) = 0;

    virtual void watch(system::Watch& watch) const = 0;
    virtual void step() = 0;

    // One that has ended since.
    virtual std::optional<std::pair<std::size_t, Outcome>> take() = 0;
};

}
