#pragma once

#include "agent/calls/process.hpp"
#include "toolkit/system/file.hpp"

#include <poll.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

// A call while its keeper lives.
class RunningCall {
public:
    using Clock = std::chrono::steady_clock;

    // Starts it. `index` is its place among the calls. Throws IO_ERROR.
    RunningCall(const Call& call, std::size_t index);

    bool is_finished() const { return !report; }

    // When the call is to end; then, when its keeper must have ended it.
    Clock::time_point deadline() const { return ending ? ended_by : started + call.timeout; }

    // Ends the call for this reason, unless it is ending already.
    void end(End reason);

    // A tool may have stopped its keeper, which then can't end anything: what it kept becomes ours to kill.
    void pass_deadline();

    // Adds what there is to wait for.
    void watch(std::vector<pollfd>& watched) const;

    // Does whatever can be done without waiting.
    void step();

    // Its keeper has died, and what that kept has become a child of this process.
    bool has_orphans() const { return is_orphaned; }

    pid_t keeper_pid() const { return keeper; }

    Outcome take() { return std::move(outcome); }

    const std::size_t index;

private:
    void feed();
    void drain_output();
    void drain_errors();
    void settle(const std::optional<Report>& message);

    const Call& call;
    Clock::time_point started;
    pid_t keeper = -1;
    File input;
    File output;
    File errors;
    File report;
    File control;
    std::size_t fed = 0;
    std::string last_errors; // what follows the beginning, which is in the outcome
    std::optional<End> ending;
    Clock::time_point ended_by;
    bool is_orphaned = false;
    Outcome outcome;
};
