#include "agent/calls/running_calls.hpp"

#include "agent/calls/root_supervisor.hpp"
#include "toolkit/io/output_queue.hpp"
#include "toolkit/process/pipe.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <tuple>
#include <utility>

namespace agent::calls {

// More than a supervisor takes to kill what is left, or to report that it can't.
static constexpr std::chrono::seconds max_end_time {8};

// More than the root supervisor takes to start a supervisor.
static constexpr std::chrono::seconds max_start_time {10};

RunningCall::RunningCall(std::size_t id, Call&& given)
    : id(id)
    , started(Clock::now())
{
    process::Pipe in = process::make_pipe();
    process::Pipe out = process::make_pipe();
    process::Pipe err = process::make_pipe();
    process::Pipe reporting = process::make_pipe();
    process::Pipe controlling = process::make_pipe();
    RootSupervisor::of_this_process().start(given.launch,
        {in.to_read.descriptor(), out.to_write.descriptor(), err.to_write.descriptor(),
            reporting.to_write.descriptor(), controlling.to_read.descriptor(), given.descriptor});
    // Ours, so that neither side can hold up the other; the tool's own end stays as programs expect
    // it.
    for (const File* end : {&in.to_write, &out.to_read, &err.to_read, &reporting.to_read})
        process::never_block(*end);
    input = std::move(in.to_write);
    output = std::move(out.to_read);
    errors = std::move(err.to_read);
    report = std::move(reporting.to_read);
    control = std::move(controlling.to_write);
    call = std::move(given);
}

void RunningCall::end(End reason)
{
    if (ending)
        return;
    ending = reason;
    ended_by = Clock::now() + max_end_time;
    // A byte, too: a process that was forked meanwhile may have the other end of the pipe open.
    [[maybe_unused]] const ssize_t written = write(control.descriptor(), "", 1);
    control.close();
}

// The root supervisor kills what the supervisor leaves.
void RunningCall::kill_ending()
{
    if (!ending || is_finished())
        return;
    is_killed = true;
    if (supervisor > 0)
        kill(supervisor, SIGKILL);
}

void RunningCall::pause()
{
    if (!paused)
        paused = Clock::now();
}

void RunningCall::go_on()
{
    if (paused)
        pauses += Clock::now() - *paused;
    paused.reset();
}

// When the call is to begin; then, to end; then, when its supervisor must have ended it.
RunningCall::Clock::time_point RunningCall::deadline() const
{
    if (ending)
        return ended_by;
    if (paused)
        return Clock::time_point::max();
    return started + pauses
        + (supervisor < 0 ? std::min<Clock::duration>(max_start_time, call.timeout) : call.timeout);
}

// A tool may have stopped a supervisor, which then can't do anything.
void RunningCall::pass_deadline()
{
    if (supervisor < 0)
        RootSupervisor::of_this_process().give_up();
    else if (ending)
        kill(supervisor, SIGKILL);
    else
        end(End::timed_out);
}

void RunningCall::watch(system::Watch& watch) const
{
    if (is_finished())
        return;
    if (input)
        watch.writable(input.descriptor());
    for (const File* end : {&output, &errors, &report})
        if (*end)
            watch.readable(end->descriptor());
    watch.until(deadline());
}

void RunningCall::step()
{
    if (is_finished())
        return;
    feed();
    if (process::can_read_any({&output, &errors, &report})) {
        drain_output();
        drain_errors();
        hear();
    }
    // Last: an answer that has been waiting for us is not late.
    if (!is_finished() && Clock::now() >= deadline())
        pass_deadline();
}

void RunningCall::hear()
{
    while (!is_finished() && on_one()) { }
}

// Returns whether there may be another report.
bool RunningCall::on_one()
{
    ToolReport message;
    const ssize_t got = read(report.descriptor(), &message, sizeof message);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return false;
    if (got != sizeof message)
        message = {.kind = ToolReport::lost, .all_gone = false};
    if (message.kind == ToolReport::supervised) {
        supervisor = message.supervisor;
        if (is_killed)
            kill_ending();
        return true;
    }
    // All who could write are gone, and what they wrote last may have come after the first look.
    drain_output();
    drain_errors();
    report.close();
    control.close();
    settle(message);
    return false;
}

void RunningCall::feed()
{
    if (!input)
        return;
    std::string_view rest = std::string_view(call.input).substr(fed);
    const int error = io::write_some(input.descriptor(), rest);
    fed = call.input.size() - rest.size();
    if (error != 0 || rest.empty()) // EPIPE: a tool need not read its request
        input.close();
}

// Appends what there is without waiting. Returns whether there may be more, now or later.
static bool read_available(const File& end, std::string& text, std::size_t most)
{
    std::array<char, 64 << 10> bytes; // NOLINT: read into
    while (text.size() <= most) {
        const ssize_t got = read(end.descriptor(), bytes.data(), bytes.size());
        if (got < 0 && (errno == EAGAIN || errno == EINTR))
            return true;
        if (got <= 0)
            return false;
        text.append(bytes.data(), static_cast<std::size_t>(got));
    }
    return true;
}

void RunningCall::drain_output()
{
    if (output && !read_available(output, outcome.output, max_output))
        output.close();
    if (outcome.output.size() > max_output) {
        end(End::too_much_output);
        output.close();
    }
}

// At most so much at once: whoever writes faster than this reads must not hold up the other calls.
static constexpr std::size_t max_errors_at_once = 1 << 20;

void RunningCall::drain_errors()
{
    if (!errors)
        return;
    std::string piece;
    if (!read_available(errors, piece, max_errors_at_once))
        errors.close();
    if (call.hears_errors && !piece.empty())
        call.hears_errors(piece);
    outcome.error_bytes += piece.size();
    const std::size_t missing = std::min(max_errors / 2 - outcome.errors.size(), piece.size());
    outcome.errors += piece.substr(0, missing);
    last_errors += piece.substr(missing);
    if (last_errors.size() > max_errors / 2)
        last_errors.erase(0, last_errors.size() - max_errors / 2);
}

// Cuts both at newlines, or between words: redaction does not find half of a secret.
static void cut_between_words(std::string& before, std::string& after)
{
    const std::size_t line = before.find_last_of('\n');
    before.resize((line == std::string::npos ? before.find_last_of(" \t") : line) + 1);
    const std::size_t next = after.find('\n');
    after.erase(0, next == std::string::npos ? after.find_first_of(" \t") : next);
}

void RunningCall::settle(const ToolReport& message)
{
    outcome.duration
        = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - started);
    outcome.all_gone = message.all_gone;
    if (outcome.error_bytes > outcome.errors.size() + last_errors.size())
        cut_between_words(outcome.errors, last_errors);
    const std::size_t left_out = outcome.error_bytes - outcome.errors.size() - last_errors.size();
    if (left_out > 0)
        outcome.errors += "\n[" + std::to_string(left_out) + " bytes left out]\n";
    outcome.errors += last_errors;
    if (call.hears_errors)
        outcome.errors.erase(0, text::stripped(outcome.errors).rfind('\n') + 1);
    refusal = message.kind == ToolReport::refused ? message.start_error : 0;
    if (message.kind == ToolReport::lost && !is_killed)
        outcome.end = End::lost;
    else if (ending)
        outcome.end = *ending;
    else if (message.start_error != 0)
        std::tie(outcome.end, outcome.status) = std::pair(End::not_started, message.start_error);
    else if (WIFSIGNALED(message.wait_status))
        std::tie(outcome.end, outcome.status)
            = std::pair(End::killed, WTERMSIG(message.wait_status));
    else
        std::tie(outcome.end, outcome.status)
            = std::pair(End::exited, WEXITSTATUS(message.wait_status));
}

// So often a call is refused while no other one runs: about a second.
static constexpr int max_refusals = 100;

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

void RunningCalls::kill_ending()
{
    for (const auto& call : calls)
        call->kill_ending();
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

void RunningCalls::set_paused(std::size_t id, bool paused)
{
    for (const auto& call : calls)
        if (call->id == id)
            paused ? call->pause() : call->go_on();
}

void RunningCalls::excuse(std::size_t id, std::chrono::milliseconds time)
{
    for (const auto& call : calls)
        if (call->id == id)
            call->excuse(time);
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
        if (refusals > max_refusals)
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
