#include "agent/mcp/warm_process.hpp"

#include "agent/mcp/warm_outcome.hpp"
#include "toolkit/json/json_value.hpp"

namespace agent::mcp {

using namespace std::chrono_literals;

// Longer than the tool takes to kill the process of a call.
static constexpr auto max_end = 8s;

static calls::Launch to_serve(calls::Launch launch)
{
    launch.argv.emplace_back("--mcp=calls");
    launch.argv.push_back("--max-result-bytes=" + std::to_string(max_warm_line));
    return launch;
}

WarmProcess::WarmProcess(calls::Launch launch)
    : link(std::make_unique<Connection>(
        to_serve(std::move(launch)), ConnectionRules {.start_timeout = 10s, .era = Era::legacy}))
{
}

bool WarmProcess::is_ready() const
{
    return !is_retired && link && link->state() == Connection::State::ready;
}

void WarmProcess::begin(std::size_t id, const Json& arguments, std::chrono::milliseconds timeout)
{
    // The manifest may use another name for the tool.
    Json params {{"name", json::string_member(link->introduction().info, "name")}};
    params["arguments"] = arguments;
    used = Clock::now();
    const RequestId request = link->begin("tools/call", std::move(params));
    running.emplace(id, Running {request, used, used + timeout});
}

void WarmProcess::end(std::size_t id, calls::End reason)
{
    if (const auto call = running.find(id); call != running.end())
        end(call->second, reason);
}

// The tool reads messages in order: when it answers the ping after the cancellation, the process of
// the call has exited.
void WarmProcess::end(Running& call, calls::End reason)
{
    if (call.ending)
        return;
    call.ending = reason;
    call.deadline = Clock::now() + max_end;
    if (!link || link->state() != Connection::State::ready)
        return; // the call ends with the process of the tool
    link->give_up(call.request, "it is to end");
    call.sign = link->ask_for_sign();
}

void WarmProcess::stop()
{
    retire();
    if (link && !running.empty())
        link->fail("was ended");
    step();
}

void WarmProcess::watch(system::Watch& watch) const
{
    if (!ended.empty() || (link && link->state() == Connection::State::over))
        watch.until(Clock::now());
    if (leaving)
        leaving->watch(watch);
    if (!link)
        return;
    link->watch(watch);
    for (const auto& [id, call] : running)
        watch.until(call.deadline);
}

void WarmProcess::step()
{
    if (link) {
        link->step();
        was_ready = was_ready || link->state() == Connection::State::ready;
        take_responses();
        end_late();
        leave_if_over();
    }
    if (!leaving)
        return;
    leaving->step();
    if (!leaving->is_over())
        return;
    while (!running.empty())
        finish(running.begin(), outcome_of_end(running.begin()->second));
    leaving.reset();
}

void WarmProcess::take_responses()
{
    for (auto at = running.begin(); at != running.end();) {
        const auto call = at++;
        if (call->second.sign != 0) {
            if (link->take(call->second.sign))
                finish(call, {.end = *call->second.ending});
        } else if (const auto response = link->take(call->second.request)) {
            finish(call, outcome_of(*response));
        }
    }
}

// Called after the responses are taken, so that a response that already arrived is not late.
void WarmProcess::end_late()
{
    const auto now = Clock::now();
    for (auto& [id, call] : running) {
        if (now < call.deadline)
            continue;
        if (call.ending)
            link->fail("does not end a call");
        else
            end(call, calls::End::timed_out);
    }
}

void WarmProcess::leave_if_over()
{
    if (is_retired && running.empty())
        link->end();
    if (link->state() != Connection::State::over)
        return;
    leaving = link->take_wire();
    link.reset();
}

void WarmProcess::finish(Iterator call, calls::Outcome outcome)
{
    used = Clock::now();
    outcome.duration
        = std::chrono::duration_cast<std::chrono::milliseconds>(used - call->second.begun);
    ended.emplace_back(call->first, std::move(outcome));
    running.erase(call);
}

// Returns the outcome of a call that ended because the tool's process ended.
calls::Outcome WarmProcess::outcome_of_end(const Running& call) const
{
    if (call.ending)
        return {.end = *call.ending};
    if (const auto signal = leaving->signal())
        return {.end = calls::End::killed, .status = *signal};
    if (const auto status = leaving->exit_status())
        return {.end = calls::End::exited,
            .status = std::max(*status, 1),
            .errors = leaving->errors_tail(),
            .error_bytes = leaving->error_bytes()};
    return {.end = calls::End::lost};
}

std::optional<std::pair<std::size_t, calls::Outcome>> WarmProcess::take()
{
    if (ended.empty())
        return std::nullopt;
    auto first = std::move(ended.front());
    ended.erase(ended.begin());
    return first;
}

}
