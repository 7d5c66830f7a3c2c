#pragma once

#include "agent/calls/process.hpp"
#include "agent/calls/running_call.hpp"
#include "toolkit/system/watch.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace agent::calls {

using namespace toolkit;

// Calls of tools that are processes, while they run: at most 16.
class RunningCalls {
public:
    RunningCalls();
    RunningCalls(const RunningCalls&) = delete;
    RunningCalls& operator=(const RunningCalls&) = delete;

    // Ends all, and waits for that.
    ~RunningCalls();

    // False if there is no room for it before another one has ended. Throws IO_ERROR if it can't be
    // started although no other one runs.
    bool begin(std::size_t id, Call call);

    void end(std::size_t id, End reason);
    void end_all(End reason);

    void watch(system::Watch& watch) const;

    // Throws IO_ERROR if there is no process for a call although no other one runs.
    void step();

    bool is_empty() const { return calls.empty() && waiting.empty() && ended.empty(); }

    // One that has ended since.
    std::optional<std::pair<std::size_t, Outcome>> take();

private:
    void put_back(RunningCall& call);
    void begin_waiting(std::size_t most);

    std::vector<std::unique_ptr<RunningCall>> calls;
    std::map<std::size_t, Call> waiting; // for which there was no process
    int refusals = 0; // since a call has ended
    int last_refusal = 0; // errno
    system::Watch::Clock::time_point next_try;
    std::vector<std::pair<std::size_t, Outcome>> ended;
};

}
