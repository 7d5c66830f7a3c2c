#pragma once

#include "agent/calls/process.hpp"
#include "agent/calls/supervised_tool.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/system/watch.hpp"

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>

namespace agent::calls {

using namespace toolkit;

// A call while its supervisor lives.
class RunningCall {
public:
    using Clock = system::Watch::Clock;

    // Starts it. `id` is its caller's. Throws IO_ERROR, and `given` is as before then.
    RunningCall(std::size_t id, Call&& given);

    const std::size_t id;

    bool is_finished() const { return !report; }

    // It is finished, since there was no process for it: take_back() has the call then, to be made
    // again.
    int refused_by() const { return refusal; }
    Call take_back() { return std::move(call); }

    // Ends the call for this reason, unless it is ending already.
    void end(End reason);

    void watch(system::Watch& watch) const;

    // Does whatever can be done without waiting.
    void step();

    Outcome take() { return std::move(outcome); }

private:
    Clock::time_point deadline() const;
    void pass_deadline();
    void feed();
    void drain_output();
    void drain_errors();
    void hear();
    bool hear_one();
    void settle(const ToolReport& message);

    Call call;
    Clock::time_point started;
    pid_t supervisor = -1; // not known yet
    int refusal = 0; // errno
    File input;
    File output;
    File errors;
    File report;
    File control;
    std::size_t fed = 0;
    std::string last_errors; // what follows the beginning, which is in the outcome
    std::optional<End> ending;
    Clock::time_point ended_by;
    Outcome outcome;
};

}
