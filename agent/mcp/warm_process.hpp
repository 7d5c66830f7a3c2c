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

// A tool of the suite that runs as a call server (--mcp=calls) and makes each call in a process
// that it forked in advance. No function blocks.
class WarmProcess {
public:
    using Clock = system::Watch::Clock;

    // Starts the process. The root supervisor must be in use. Throws IO_ERROR.
    explicit WarmProcess(calls::Launch launch);

    bool is_ready() const;
    bool has_been_ready() const { return was_ready; }
    bool is_idle() const { return running.empty(); }

    // True if all processes are gone and all outcomes can be taken.
    bool is_over() const { return !link && !leaving; }

    Clock::time_point start() const { return started; }
    Clock::time_point last_use() const { return used; }

    // Begins a call, which ends after `timeout`. Requires is_ready().
    void begin(std::size_t id, const Json& arguments, std::chrono::milliseconds timeout);

    // Ends the call for this reason. Has no effect if the call is not one of this process or is
    // already ending.
    void end(std::size_t id, calls::End reason);

    // Accepts no more calls. The process ends after the running ones.
    void retire() { is_retired = true; }

    // Ends the process and its running calls, without waiting.
    void stop();

    void watch(system::Watch& watch) const;
    void step();

    // Returns the id and the outcome of a call that ended, once; nullopt if there is none.
    std::optional<std::pair<std::size_t, calls::Outcome>> take();

private:
    struct Running {
        RequestId request;
        Clock::time_point begun;
        // End of its timeout; once it is ending, for its process to exit.
        Clock::time_point deadline;
        std::optional<calls::End> ending = {};
        RequestId sign = 0; // ping whose response shows that the process of the call has exited
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
    std::map<std::size_t, Running> running; // running calls by id
    std::vector<std::pair<std::size_t, calls::Outcome>> ended;
};

}
