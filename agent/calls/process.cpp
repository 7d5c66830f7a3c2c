#include "agent/calls/process.hpp"

#include "agent/calls/running_call.hpp"
#include "toolkit/system/error.hpp"

#include <sys/prctl.h>

#include <algorithm>
#include <memory>
#include <utility>

using Clock = RunningCall::Clock;

static int milliseconds_until(Clock::time_point when)
{
    if (when == Clock::time_point::max())
        return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(when - Clock::now()).count();
    return static_cast<int>(std::max<std::int64_t>(left, 0));
}

namespace {

// Calls that are under way, and those that wait for a place among them.
class Batch {
public:
    Batch(const std::vector<Call>& calls, Cancel& cancel)
        : calls(calls)
        , cancel(cancel)
        , others(children())
        , outcomes(calls.size())
    {
    }

    std::vector<Outcome> run()
    try {
        while (next < calls.size() || !running.empty()) {
            start();
            step(End::interrupted);
        }
        return std::move(outcomes);
    } catch (...) { // nothing is left running
        next = calls.size();
        is_ending = true;
        while (!running.empty())
            step(End::lost);
        throw;
    }

private:
    // As many as there is room for. Where descriptors or processes are too short for one more, it waits for the others.
    void start()
    {
        for (; next < calls.size() && running.size() < most_at_once; ++next) {
            if (cancel.is_set()) {
                outcomes[next].end = End::interrupted;
                continue;
            }
            try {
                running.push_back(std::make_unique<RunningCall>(calls[next], next));
            } catch (const ToolError&) {
                if (running.empty())
                    throw;
                return;
            }
        }
    }

    // Waits until something can be done, and does it. `reason` is why all end early, if they do.
    void step(End reason)
    {
        std::vector<pollfd> watched;
        auto deadline = Clock::time_point::max();
        for (const auto& call : running) {
            call->watch(watched);
            deadline = std::min(deadline, call->deadline());
        }
        if (watched.empty())
            return;
        const auto has_to_end = [&] { return is_ending || cancel.is_set(); };
        if (!has_to_end())
            watched.push_back({cancel.descriptor(), POLLIN, 0});
        poll(watched.data(), watched.size(), milliseconds_until(deadline));
        for (const auto& call : running) {
            if (has_to_end())
                call->end(reason);
            if (Clock::now() >= call->deadline())
                call->pass_deadline();
            call->step();
            if (call->has_orphans())
                kill_orphans(spared());
        }
        take_finished();
    }

    // Children of this process that are no tool's: those from before, and the keepers that live.
    std::vector<pid_t> spared() const
    {
        std::vector<pid_t> result = others;
        for (const auto& call : running)
            if (!call->is_finished())
                result.push_back(call->keeper_pid());
        return result;
    }

    void take_finished()
    {
        std::erase_if(running, [&](const auto& call) {
            if (!call->is_finished())
                return false;
            outcomes[call->index] = call->take();
            return true;
        });
    }

    const std::vector<Call>& calls;
    Cancel& cancel;
    const std::vector<pid_t> others;
    std::vector<Outcome> outcomes;
    std::vector<std::unique_ptr<RunningCall>> running;
    std::size_t next = 0;
    bool is_ending = false;
};

}

std::vector<Outcome> run_together(const std::vector<Call>& calls, Cancel& cancel)
{
    // Should a keeper be killed, what it kept becomes ours to kill.
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    return Batch(calls, cancel).run();
}
