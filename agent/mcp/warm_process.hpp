#pragma once

#include "agent/calls/process.hpp"
#include "agent/mcp/connection.hpp"
#include "toolkit/json/json.hpp"
#include "toolkit/system/cancel.hpp"

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace agent::mcp {

using namespace toolkit;

// A tool of the suite as a server of calls (--mcp=calls), which makes each of them in a process
// that it has forked before. Nothing here waits.
class WarmProcess {
public:
    using Clock = system::Watch::Clock;

    // Starts it. The root supervisor must be in use. Throws IO_ERROR.
    explicit WarmProcess(calls::Launch launch);

    bool is_ready() const;
    bool has_been_ready() const { return was_ready; }
    bool is_idle() const { return running.empty(); }

    // Nothing of it is left, and all outcomes are there.
    bool is_over() const { return !link && !leaving; }

    Clock::time_point start() const { return started; }
    Clock::time_point last_use() const { return used; }

    // Only if is_ready().
    void begin(std::size_t id, const Json& arguments, std::chrono::milliseconds timeout);

    // Ends the call for this reason, if it is one of this process and is not ending already.
    void end(std::size_t id, calls::End reason);

    // It takes no more calls, and ends after those that are under way.
    void retire() { is_retired = true; }

    // Ends it and what it does.
    void stop();

    void watch(system::Watch& watch) const;
    void step();

    std::optional<std::pair<std::size_t, calls::Outcome>> take();

private:
    struct Running {
        RequestId request;
        Clock::time_point begun;
        Clock::time_point deadline; // to end; then, for its process to be gone
        std::optional<calls::End> ending = {};
        RequestId sign = 0; // is answered when that is so
    };
    using Iterator = std::map<std::size_t, Running>::iterator;

    void end(Running& call, calls::End reason);
    void take_responses();
    void end_late();
    void leave_if_over();
    void finish(Iterator call, calls::Outcome outcome);
    calls::Outcome outcome_of_end(const Running& call) const;

    Clock::time_point started = Clock::now();
    Clock::time_point used = started;
    bool was_ready = false;
    bool is_retired = false;
    std::unique_ptr<Connection> link;
    std::unique_ptr<Wire> leaving;
    std::map<std::size_t, Running> running; // by id
    std::vector<std::pair<std::size_t, calls::Outcome>> ended;
};

}
