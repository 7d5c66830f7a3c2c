#include "agent/calls/running_calls.hpp"

#include "toolkit/system/error.hpp"

#include <algorithm>

RunningCalls::~RunningCalls()
try {
    end_all(End::lost);
    while (!calls.empty()) {
        Watch rest;
        watch(rest);
        rest.wait();
        step();
        while (take()) { }
    }
} catch (const std::exception&) { // memory is short: the supervisors end what is left
}

bool RunningCalls::begin(std::size_t id, Call call)
{
    if (calls.size() >= most_at_once)
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
}

void RunningCalls::end_all(End reason)
{
    for (const auto& call : calls)
        call->end(reason);
}

void RunningCalls::watch(Watch& watch) const
{
    for (const auto& call : calls)
        call->watch(watch);
}

void RunningCalls::step()
{
    for (const auto& call : calls)
        call->step();
}

std::optional<std::pair<std::size_t, Outcome>> RunningCalls::take()
{
    const auto ended
        = std::find_if(calls.begin(), calls.end(), [](const auto& call) { return call->is_finished(); });
    if (ended == calls.end())
        return std::nullopt;
    std::pair result {(*ended)->id, (*ended)->take()};
    calls.erase(ended);
    return result;
}
