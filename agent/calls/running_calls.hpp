#pragma once

#include "agent/calls/process.hpp"
#include "agent/calls/supervised_tool.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/file.hpp"

#include <sys/types.h>

#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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

    // After end(): kills everything of the call at once.
    void kill_ending();

    // Until it is continued, its time stands still.
    void pause();
    void go_on();

    // This time does not count.
    void excuse(Clock::duration time) { pauses += time; }

    void watch(system::Watch& watch) const;

    // Makes as much progress as it can without blocking.
    void step();

    Outcome take() { return std::move(outcome); }

private:
    Clock::time_point deadline() const;
    void pass_deadline();
    void feed();
    void drain_output();
    void drain_errors();
    void hear();
    bool on_one();
    void settle(const ToolReport& message);

    Call call;
    Clock::time_point started;
    std::optional<Clock::time_point> paused;
    Clock::duration pauses {}; // that are over
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
    bool is_killed = false; // by kill_ending()
    Clock::time_point ended_by;
    Outcome outcome;
};

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

    // Kills everything of the calls that are ending.
    void kill_ending();

    // While `paused` is true the call's timeout does not count down.
    void set_paused(std::size_t id, bool paused);

    // So much time of the call does not count.
    void excuse(std::size_t id, std::chrono::milliseconds time);

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
