#include "agent/mcp/server_process.hpp"

#include "agent/calls/root_supervisor.hpp"
#include "toolkit/process/pipe.hpp"
#include "toolkit/process/supervision.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

namespace agent::mcp {

using namespace std::chrono_literals;

// Longer than the root supervisor takes to start a supervisor, and than a supervisor takes to kill
// the remaining processes.
static constexpr auto max_start_time = 10s;
static constexpr auto max_kill_time = 8s;

// Maximum number of bytes read from one stream per step, so that one server cannot hold up the
// others.
static constexpr std::size_t max_read_at_once = 1 << 20;

ServerProcess::ServerProcess(const calls::Launch& launch, bool has_report)
    : deadline(Clock::now() + max_start_time)
{
    process::Pipe in = process::make_pipe();
    process::Pipe out = process::make_pipe();
    process::Pipe err = process::make_pipe();
    process::Pipe reporting = process::make_pipe();
    process::Pipe controlling = process::make_pipe();
    process::Pipe telling = has_report ? process::make_pipe() : process::Pipe();
    calls::RootSupervisor::of_this_process().start(launch,
        {in.to_read.descriptor(), out.to_write.descriptor(), err.to_write.descriptor(),
            reporting.to_write.descriptor(), controlling.to_read.descriptor(),
            telling.to_write.descriptor()});
    for (const File* end : {&in.to_write, &out.to_read, &err.to_read, &reporting.to_read})
        process::never_block(*end);
    if (telling.to_read)
        process::never_block(telling.to_read);
    input = std::move(in.to_write);
    output = std::move(out.to_read);
    errors = std::move(err.to_read);
    report = std::move(reporting.to_read);
    control = std::move(controlling.to_write);
    saying = std::move(telling.to_read);
}

void ServerProcess::send_line(std::string_view line)
{
    if (!input)
        return;
    outbox.add(line);
    feed();
}

void ServerProcess::feed()
{
    if (!input || outbox.write_some(input.descriptor()).error == 0)
        return;
    input.close(); // EPIPE
    outbox.clear();
}

std::optional<std::string> ServerProcess::take_line()
{
    while (!lines.empty()) {
        auto line = lines.take();
        if (!line.is_too_long)
            return std::move(line.text);
    }
    return std::nullopt;
}

void ServerProcess::order(char what)
{
    [[maybe_unused]] const ssize_t count = write(control.descriptor(), &what, 1);
}

void ServerProcess::end(std::chrono::milliseconds time)
{
    if (phase > Phase::running)
        return;
    patience = time;
    input.close();
    outbox.clear();
    phase = Phase::asked;
    deadline = Clock::now() + patience;
}

void ServerProcess::kill()
{
    if (phase == Phase::killed || is_over())
        return;
    input.close();
    order('\0'); // a process that was forked meanwhile may have the other end of the pipe open
    control.close();
    phase = Phase::killed;
    deadline = Clock::now() + max_kill_time;
}

// A server may have stopped its supervisor, which then does not respond.
void ServerProcess::next_phase()
{
    deadline = Clock::now() + max_kill_time;
    if (supervisor < 0) {
        calls::RootSupervisor::of_this_process().give_up();
    } else if (phase == Phase::asked) {
        order(SIGTERM);
        phase = Phase::terminated;
        deadline = Clock::now() + patience;
    } else if (phase == Phase::terminated) {
        kill();
    } else {
        ::kill(supervisor, SIGKILL);
    }
}

void ServerProcess::watch(system::Watch& watch) const
{
    if (is_over())
        return;
    if (input && !outbox.empty())
        watch.writable(input.descriptor());
    for (const File* end : {&output, &errors, &report, &saying})
        if (*end)
            watch.readable(end->descriptor());
    if (phase != Phase::running)
        watch.until(deadline);
}

void ServerProcess::step()
{
    if (is_over())
        return;
    feed();
    if (process::can_read_any({&output, &errors, &saying, &report})) {
        drain_output();
        drain_errors();
        drain_said();
        hear();
    }
    if (!is_over() && phase != Phase::running && Clock::now() >= deadline)
        next_phase();
}

// Passes the bytes that can be read without blocking, up to about `most`, to `take`. Closes `end`
// at end of file.
static void drain(File& end, std::size_t most, const auto& take)
{
    std::array<char, 64 << 10> bytes; // NOLINT: read into
    for (std::size_t count = 0; end && count < most;) {
        const ssize_t got = read(end.descriptor(), bytes.data(), bytes.size());
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0 && errno == EAGAIN)
            return;
        if (got <= 0)
            return end.close();
        count += static_cast<std::size_t>(got);
        take(std::string_view(bytes.data(), static_cast<std::size_t>(got)));
        if (static_cast<std::size_t>(got) < bytes.size()) // the pipe is empty
            return;
    }
}

// The output of a server that was asked to end is discarded.
void ServerProcess::drain_output()
{
    drain(output, max_read_at_once, [this](std::string_view bytes) {
        if (phase > Phase::running)
            return;
        lines.add(bytes);
        has_long_line = has_long_line || lines.is_in_long_line();
    });
    if (has_long_line)
        kill();
}

void ServerProcess::drain_errors()
{
    drain(errors, max_read_at_once, [this](std::string_view bytes) {
        error_count += bytes.size();
        kept_errors += bytes;
        if (kept_errors.size() > 2 * max_errors)
            kept_errors.erase(0, kept_errors.size() - max_errors);
    });
    if (kept_errors.size() > max_errors)
        kept_errors.erase(0, kept_errors.size() - max_errors);
}

void ServerProcess::drain_said()
{
    constexpr std::size_t most = 64 << 10;
    drain(saying, most, [this, most](std::string_view bytes) {
        said += bytes.substr(0, most - std::min(said.size(), most));
    });
    if (const std::size_t end = said.find('\n'); end != std::string::npos) {
        said.resize(end);
        saying.close();
    }
}

void ServerProcess::hear()
{
    for (;;) {
        calls::ToolReport message;
        const ssize_t got = read(report.descriptor(), &message, sizeof message);
        if (got < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        if (got != sizeof message)
            message = {.kind = calls::ToolReport::lost, .all_gone = false};
        if (message.kind == calls::ToolReport::supervised) {
            supervisor = message.supervisor;
            if (phase == Phase::starting)
                phase = Phase::running;
            continue;
        }
        last = message;
        drain_output(); // all writers are gone
        drain_errors();
        drain_said();
        for (File* end : {&input, &output, &errors, &report, &control, &saying})
            end->close();
        return;
    }
}

std::string ServerProcess::how_it_ended() const
{
    if (last.kind == calls::ToolReport::lost)
        return "has killed or stopped the process that watches over it";
    if (last.start_error != 0)
        return system::system_error("could not be started", last.start_error).message;
    if (const auto number = signal())
        return "was ended by signal " + std::to_string(*number) + " (" + sigdescr_np(*number) + ")";
    return "ended with exit status " + std::to_string(WEXITSTATUS(last.wait_status));
}

std::optional<int> ServerProcess::exit_status() const
{
    if (last.kind != calls::ToolReport::ended || last.start_error != 0
        || !WIFEXITED(last.wait_status))
        return std::nullopt;
    return WEXITSTATUS(last.wait_status);
}

std::optional<int> ServerProcess::signal() const
{
    if (last.kind != calls::ToolReport::ended || last.start_error != 0
        || !WIFSIGNALED(last.wait_status))
        return std::nullopt;
    return WTERMSIG(last.wait_status);
}

}
