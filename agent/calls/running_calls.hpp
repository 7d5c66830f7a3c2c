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

// A call whose process runs under a supervisor.
class RunningCall {
public:
    using Clock = system::Watch::Clock;

    // Starts the call. `id` is chosen by the caller. Throws IO_ERROR if that fails, and leaves
    // `given` unchanged then.
    RunningCall(std::size_t id, Call&& given);

    const std::size_t id;

    // Returns true if the process has ended, or could not be created.
    bool is_finished() const { return !report; }

    // Returns the errno if the call is finished because no process could be created, otherwise 0.
    int refused_by() const { return refusal; }

    // Returns the call, to start it again after refused_by().
    Call take_back() { return std::move(call); }

    // Asks the call to end, with Outcome::end = `reason`. Does nothing if it is ending already.
    void end(End reason);

    // Kills all processes of the call immediately. Does nothing if end() was not called.
    void kill_ending();

    // Stop and restart the clock of the timeout.
    void pause();
    void go_on();

    // Extends the timeout by `time`.
    void excuse(Clock::duration time) { pauses += time; }

    void watch(system::Watch& watch) const;

    // Makes as much progress as possible without blocking.
    void step();

    // Returns the outcome, once, when is_finished() returns true.
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
    std::optional<Clock::time_point> paused; // beginning of the current pause
    Clock::duration pauses {}; // total duration of the pauses that are over
    pid_t supervisor = -1; // -1 until it has reported its start
    int refusal = 0; // errno
    File input;
    File output;
    File errors;
    File report;
    File control;
    std::size_t fed = 0; // bytes of the input written so far
    std::string last_errors; // end of stderr; its beginning is in `outcome`
    std::optional<End> ending;
    bool is_killed = false; // true after kill_ending()
    Clock::time_point ended_by; // deadline of a call that is ending
    Outcome outcome;
};

// Runs calls of tools in processes: at most 16 at the same time.
class RunningCalls {
public:
    RunningCalls();
    RunningCalls(const RunningCalls&) = delete;
    RunningCalls& operator=(const RunningCalls&) = delete;

    // Ends all calls and waits until they have ended.
    ~RunningCalls();

    // Starts a call. Returns false if it has to wait until another call has ended: the maximum is
    // reached, or it cannot be started while others run. Throws IO_ERROR if it cannot be started
    // although no call runs.
    bool begin(std::size_t id, Call call);

    // Ask a call, or all calls, to end for this reason. take() returns the outcome later.
    void end(std::size_t id, End reason);
    void end_all(End reason);

    // Kills all processes of the calls that are ending.
    void kill_ending();

    // Stops the clock of the call's timeout while `paused` is true.
    void set_paused(std::size_t id, bool paused);

    // Extends the timeout of the call by `time`.
    void excuse(std::size_t id, std::chrono::milliseconds time);

    void watch(system::Watch& watch) const;

    // Makes as much progress as possible without blocking. Throws IO_ERROR if no process could be
    // created for a call for about a second although no other call ran.
    void step();

    bool is_empty() const { return calls.empty() && waiting.empty() && ended.empty(); }

    // Returns the id and the outcome of a call that has ended, once; nullopt if there is none.
    std::optional<std::pair<std::size_t, Outcome>> take();

private:
    void put_back(RunningCall& call);
    void begin_waiting(std::size_t most);

    std::vector<std::unique_ptr<RunningCall>> calls;
    std::map<std::size_t, Call> waiting; // calls for which no process could be created yet
    int refusals = 0; // failures to create a process since the last call ended
    int last_refusal = 0; // errno
    system::Watch::Clock::time_point next_try;
    std::vector<std::pair<std::size_t, Outcome>> ended;
};

}
