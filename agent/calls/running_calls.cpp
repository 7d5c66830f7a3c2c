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

// Longer than a supervisor needs to kill all processes of a tool, or to report that it cannot.
static constexpr std::chrono::seconds max_end_time {8};

// Longer than the root supervisor needs to start a supervisor.
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
    // Only the ends in this process are non-blocking. Programs expect theirs to block.
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
    // Write a byte in addition to closing the pipe: a process that was forked in the meantime may
    // have this end open as well.
    [[maybe_unused]] const ssize_t written = write(control.descriptor(), "", 1);
    control.close();
}

// Kills only the supervisor: the root supervisor then kills the processes it leaves.
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

// Returns the time by which the supervisor must have started, then the end of the timeout, then the
// time by which a call that is ending must have ended.
RunningCall::Clock::time_point RunningCall::deadline() const
{
    if (ending)
        return ended_by;
    if (paused)
        return Clock::time_point::max();
    return started + pauses
        + (supervisor < 0 ? std::min<Clock::duration>(max_start_time, call.timeout) : call.timeout);
}

// Handles a deadline that has passed. Supervisors are killed because a tool may have stopped them.
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
    // Check the deadline last: an answer that has already arrived is not late.
    if (!is_finished() && Clock::now() >= deadline())
        pass_deadline();
}

void RunningCall::hear()
{
    while (!is_finished() && on_one()) { }
}

// Reads one report. Returns true if there may be another one.
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
    // All writers have exited, but their last output may have arrived after the pipes were read.
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

// Appends the available bytes to `text` without waiting, until it has more than `most`. Returns
// false at the end of the file or after an error.
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

// Maximum bytes of stderr read per step, so that a fast writer cannot delay the other calls.
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

// Shortens both parts to whole lines, or whole words, because half of a secret would not be
// recognised and redacted.
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

// Maximum number of failed attempts to create a process while no call runs: about one second.
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
    } catch (const std::exception&) { // out of memory: the supervisors end what still runs
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
    if (ended.size() > ended_before) { // a process can probably be created now
        refusals = 0;
        begin_waiting(max_at_once);
    } else if (calls.empty() && !waiting.empty() && system::Watch::Clock::now() >= next_try) {
        if (refusals > max_refusals)
            throw system::system_error("cannot start a process", last_refusal);
        begin_waiting(1);
    }
}

// Makes the call wait for another attempt. Retrying makes sense even if no call runs: processes
// that have just ended may still count against the limit.
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
