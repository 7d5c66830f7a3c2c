#include "command.hpp"

#include "tools/exec/process/supervisor.hpp"

#include "toolkit/process/descendants.hpp"
#include "toolkit/process/pipe.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

namespace exec::background {

using namespace toolkit;

// Longer than the 10 s after which the supervisor itself gives up: supervisor.cpp.
static constexpr std::chrono::seconds max_stop {15};

static constexpr std::size_t max_input = 16 << 20;

Command::Command(process::Task given, const sandbox::Enclosed& enclosed, output::Spill& file)
    : task(std::move(given))
    , enclosed(enclosed)
    , file(file)
    , started(Clock::now())
    , supervisor(enclosed.init
              ? enclosed.init->start(task.program, lines)
              : process::start_supervised(task.program, *enclosed.enclosure, lines))
{
    input.add(std::exchange(task.input, {}));
    for (const File* end : {&lines.input, &lines.output})
        toolkit::process::never_block(*end);
    lines.errors.close();
}

bool Command::is_late() const { return stopped && Clock::now() > *stopped + max_stop; }

short Command::wait(int other, short events, Clock::time_point deadline)
{
    if (stopped)
        deadline = std::min(deadline, *stopped + max_stop);
    system::Watch watch;
    watch.descriptors.push_back({other, events, 0});
    for (const File* file : {&lines.reports, &lines.output, &lines.begun})
        watch.readable(file->descriptor());
    watch.writable(input.empty() ? -1 : lines.input.descriptor());
    watch.until(deadline);
    watch.wait();
    const auto is_ready = [&](std::size_t index) { return watch.descriptors[index].revents != 0; };
    if (is_ready(2))
        take();
    if (is_ready(3))
        lines.begun.close();
    if (is_ready(4))
        feed();
    if (is_ready(1))
        hear();
    if (!end && is_late())
        give_up();
    return watch.descriptors[0].revents;
}

void Command::await_start()
{
    constexpr std::chrono::seconds max_start {30};
    const auto deadline = Clock::now() + max_start;
    while (lines.begun && !failure && !end && Clock::now() < deadline)
        wait(-1, 0, deadline);
    // failed before it began
    if (!failure && !end && system::is_readable(lines.reports.descriptor()))
        hear();
    if (!failure)
        return;
    for (stop(); !end;) // which also cleans up
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

// Reads some output. Returns true if more may be available immediately.
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

// All processes that could write are dead, but one of them may have passed its end of the pipe to a
// process outside through a socket. Therefore the number of reads is limited.
void Command::settle(const process::Report& report)
{
    constexpr int max_reads = 4096;
    for (int count = 0; count < max_reads && take(); ++count) { }
    end = process::outcome_of(
        report, std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - started));
    lines = {};
    toolkit::process::await_end(
        supervisor, Clock::now() + max_stop + enclosed.enclosure->time_for_packs(), {});
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
    input.add(bytes);
    feed();
}

void Command::close_input()
{
    closes_input = true;
    feed();
}

// It is not an error if the command closes its stdin or never reads it.
void Command::feed()
{
    const bool is_gone = lines.input && input.write_some(lines.input.descriptor()).error != 0;
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
