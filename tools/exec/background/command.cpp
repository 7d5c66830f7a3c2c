#include "command.hpp"

#include "tools/exec/process/supervisor.hpp"

#include "toolkit/process/descendants.hpp"
#include "toolkit/process/pipe.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

namespace exec::background {

using namespace toolkit;

// The supervisor gives up after 10 s itself: supervisor.cpp.
static constexpr std::chrono::seconds max_stop {15};

static constexpr std::size_t max_input = 16 << 20;

Command::Command(process::Task given, const sandbox::Enclosed& enclosed, output::Spill& file)
    : task(std::move(given))
    , enclosed(enclosed)
    , file(file)
    , input(std::move(task.input))
    , started(Clock::now())
    , supervisor(enclosed.init
              ? enclosed.init->start(task.program, lines)
              : process::start_supervised(task.program, *enclosed.enclosure, lines))
{
    for (const File* end : {&lines.input, &lines.output})
        toolkit::process::never_block(*end);
    lines.errors.close();
}

bool Command::is_late() const { return stopped && Clock::now() > *stopped + max_stop; }

static int milliseconds_until(Command::Clock::time_point deadline)
{
    constexpr std::int64_t longest = 60'000;
    const auto left
        = std::chrono::ceil<std::chrono::milliseconds>(deadline - Command::Clock::now()).count();
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, longest));
}

short Command::wait(int other, short events, Clock::time_point deadline)
{
    if (stopped)
        deadline = std::min(deadline, *stopped + max_stop);
    std::array<pollfd, 5> watched {{{other, events, 0}, {lines.reports.descriptor(), POLLIN, 0},
        {lines.output.descriptor(), POLLIN, 0}, {lines.begun.descriptor(), POLLIN, 0},
        {input.empty() ? -1 : lines.input.descriptor(), POLLOUT, 0}}};
    poll(watched.data(), watched.size(), milliseconds_until(deadline));
    if (watched[2].revents != 0)
        take();
    if (watched[3].revents != 0)
        lines.begun.close();
    if (watched[4].revents != 0)
        feed();
    if (watched[1].revents != 0)
        hear();
    if (!end && is_late())
        give_up();
    return watched[0].revents;
}

void Command::await_start()
{
    constexpr std::chrono::seconds max_start {30};
    const auto deadline = Clock::now() + max_start;
    while (lines.begun && !failure && !end && Clock::now() < deadline)
        wait(-1, 0, deadline);
    pollfd said {lines.reports.descriptor(), POLLIN, 0}; // before it began
    if (!failure && !end && poll(&said, 1, 0) > 0)
        hear();
    if (!failure)
        return;
    for (stop(); !end;) // which tidies up
        wait(-1, 0, Clock::time_point::max());
    throw process::cannot_run(*failure, task.program.arguments.front());
}

void Command::hear()
{
    process::Report report {};
    const ssize_t count = read(lines.reports.descriptor(), &report, sizeof report);
    if (count != sizeof report)
        give_up();
    else if (report.kind == process::Report::ended)
        settle(report);
    else
        failure = report;
}

// Returns whether there may be more at once.
bool Command::take()
{
    std::array<char, 64 << 10> buffer;
    const ssize_t count
        = lines.output ? read(lines.output.descriptor(), buffer.data(), buffer.size()) : 0;
    if (count > 0) {
        const std::string_view bytes(buffer.data(), static_cast<std::size_t>(count));
        total += count;
        output.append(bytes);
        file.append(bytes);
    } else if (count == 0 || (errno != EAGAIN && errno != EINTR))
        lines.output.close();
    return count > 0;
}

// All who could write are dead, but by a socket an end of the pipe may have gone to a process
// outside: not for ever.
void Command::settle(const process::Report& report)
{
    constexpr int max_reads = 4096;
    for (int count = 0; count < max_reads && take(); ++count) { }
    end = process::outcome_of(
        report, std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - started));
    lines = {};
    toolkit::process::await_end(supervisor, Clock::now() + max_stop, {});
}

void Command::give_up()
{
    lost = true;
    lines.orders.close();
    kill(supervisor, SIGKILL);
    if (!enclosed.init)
        toolkit::process::kill_descendants({.patience = max_stop});
    process::Report report {process::Report::ended, process::Report::to_fork, 0, SIGKILL, 0};
    settle(report);
}

void Command::write(std::string_view bytes)
{
    if (!lines.input || closes_input)
        throw ToolError(Code::not_found, "the command reads no more input: its stdin is closed");
    if (input.size() + bytes.size() > max_input)
        throw ToolError(Code::too_large,
            "the command does not read its stdin: " + std::to_string(input.size())
                + " bytes wait for it already");
    input += bytes;
    feed();
}

void Command::close_input()
{
    closes_input = true;
    feed();
}

// A command that closes its stdin, or never reads it, is its own affair.
void Command::feed()
{
    const ssize_t count = input.empty() || !lines.input
        ? 0
        : ::write(lines.input.descriptor(), input.data(), input.size());
    input.erase(0, static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    const bool is_gone = count < 0 && errno != EAGAIN && errno != EINTR;
    if (is_gone)
        input.clear();
    if (is_gone || (closes_input && input.empty()))
        lines.input.close();
}

void Command::stop()
{
    if (!stopped)
        stopped = Clock::now();
    lines.orders.close();
}

}
