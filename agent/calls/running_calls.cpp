#include "agent/calls/running_calls.hpp"

#include "agent/calls/root_supervisor.hpp"
#include "toolkit/system/error.hpp"

#include <chrono>
#include <utility>

namespace agent::calls {

using namespace toolkit;

// So often a call is refused while no other one runs: about a second.
static constexpr int most_refusals = 100;

RunningCalls::RunningCalls() { RootSupervisor::of_this_process().begin_use(); }

RunningCalls::~RunningCalls()
{
    try {
        end_all(End::lost);
        while (!is_empty()) {
            system::Watch rest;
            watch(rest);
            rest.wait();
            step();
            while (take()) { }
        }
    } catch (const std::exception&) { // memory is short: the supervisors end what is left
    }
    RootSupervisor::of_this_process().end_use();
}

bool RunningCalls::begin(std::size_t id, Call call)
{
    if (calls.size() + waiting.size() >= max_at_once)
        return false;
    try {
        calls.push_back(std::make_unique<RunningCall>(id, std::move(call)));
        return true;
    } catch (const ToolError&) {
        if (calls.empty())
            throw;
        return false;
    }
}

void RunningCalls::end(std::size_t id, End reason)
{
    for (const auto& call : calls)
        if (call->id == id)
            call->end(reason);
    const auto found = waiting.find(id);
    if (found == waiting.end())
        return;
    waiting.erase(found);
    ended.emplace_back(id, Outcome {.end = reason});
}

void RunningCalls::end_all(End reason)
{
    for (const auto& call : calls)
        call->end(reason);
    while (!waiting.empty())
        end(waiting.begin()->first, reason);
}

void RunningCalls::watch(system::Watch& watch) const
{
    if (!ended.empty())
        watch.until(system::Watch::Clock::now());
    if (calls.empty() && !waiting.empty())
        watch.until(next_try);
    for (const auto& call : calls)
        call->watch(watch);
}

void RunningCalls::step()
{
    const std::size_t ended_before = ended.size();
    for (const auto& call : calls) {
        call->step();
        if (call->is_finished() && call->refused_by() != 0)
            put_back(*call);
        else if (call->is_finished())
            ended.emplace_back(call->id, call->take());
    }
    std::erase_if(calls, [](const auto& call) { return call->is_finished(); });
    if (ended.size() > ended_before) { // which may have left room
        refusals = 0;
        begin_waiting(max_at_once);
    } else if (calls.empty() && !waiting.empty() && system::Watch::Clock::now() >= next_try) {
        if (refusals > most_refusals)
            throw system::system_error("cannot start a process", last_refusal);
        begin_waiting(1);
    }
}

// A process that has just ended may still be counted: it is tried again a little later, also if
// nothing runs.
void RunningCalls::put_back(RunningCall& call)
{
    ++refusals;
    last_refusal = call.refused_by();
    next_try = system::Watch::Clock::now() + std::chrono::milliseconds(10);
    waiting.emplace(call.id, call.take_back());
}

void RunningCalls::begin_waiting(std::size_t most)
{
    for (auto& [id, call] : std::exchange(waiting, {}))
        if (most == 0 || !begin(id, call))
            waiting.emplace(id, std::move(call));
        else
            --most;
}

std::optional<std::pair<std::size_t, Outcome>> RunningCalls::take()
{
    if (ended.empty())
        return std::nullopt;
    auto first = std::move(ended.front());
    ended.erase(ended.begin());
    return first;
}

}
