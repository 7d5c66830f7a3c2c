#include "run.hpp"

#include "supervisor.hpp"

#include "toolkit/io/output_queue.hpp"
#include "toolkit/process/descendants.hpp"
#include "toolkit/process/pipe.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <optional>
#include <string_view>

namespace exec::process {

using namespace toolkit;

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// Longer than the 10 s after which the supervisor itself gives up: supervisor.cpp.
constexpr std::chrono::seconds until_the_supervisor_is_late {15};

// Blocks the signals that end the tool and returns a signalfd for them, so that the tool can clean
// up before it ends.
File catch_signals()
{
    const sigset_t set = signals_that_end();
    File caught(signalfd(-1, &set, SFD_CLOEXEC));
    if (!caught) // without a descriptor, blocked signals would be lost
        throw system::system_error("cannot watch for signals that end the tool");
    sigprocmask(SIG_BLOCK, &set, nullptr);
    return caught;
}

class Run {
public:
    Run(const Task& task, const sandbox::Enclosed& enclosed, Streams& streams)
        : signals(catch_signals())
        , task(task)
        , enclosed(enclosed)
        , streams(streams)
        , rest(task.input)
        , start(Clock::now())
        , supervisor(enclosed.init ? enclosed.init->start(task.program, lines)
                                   : start_supervised(task.program, *enclosed.enclosure, lines))
    {
        for (const File* file : {&lines.input, &lines.output, &lines.errors})
            toolkit::process::never_block(*file);
    }

    Outcome finish()
    {
        feed();
        while (!end && lines.reports && !is_late())
            step();
        const auto duration = std::chrono::duration_cast<milliseconds>(Clock::now() - start);
        drain();
        lines.orders.close();
        if (!end)
            end_without_supervisor();
        wait_for_supervisor();
        if (failure)
            throw cannot_run(*failure, task.program.arguments.front());
        if (was_told_to_end)
            throw ToolError(Code::timed_out,
                text::in_quotes(task.program.arguments.front())
                    + " was stopped: the tool was terminated");
        Outcome outcome = outcome_of(*end, duration);
        outcome.timed_out = timed_out;
        return outcome;
    }

private:
    bool is_late() const
    {
        return ordered && Clock::now() > *ordered + until_the_supervisor_is_late;
    }

    void stop()
    {
        lines.orders.close();
        if (!ordered)
            ordered = Clock::now();
    }

    Clock::time_point deadline() const
    {
        return ordered ? *ordered + until_the_supervisor_is_late : start + task.limit;
    }

    // Waits for at least one event, and handles all events.
    void step()
    {
        system::Watch watch;
        for (const File* file : {&lines.reports, &signals, &lines.output, &lines.errors})
            watch.readable(file->descriptor());
        watch.writable(lines.input.descriptor());
        watch.until(deadline());
        watch.wait();
        const auto is_ready
            = [&](std::size_t index) { return watch.descriptors[index].revents != 0; };
        if (!ordered && Clock::now() >= start + task.limit) {
            timed_out = true;
            stop();
        }
        if (is_ready(1)) {
            signalfd_siginfo signal;
            was_told_to_end |= read(signals.descriptor(), &signal, sizeof signal) > 0;
            stop();
        }
        if (is_ready(2))
            take(lines.output, streams.output);
        if (is_ready(3))
            take(lines.errors, streams.errors);
        if (is_ready(4))
            feed();
        if (is_ready(0))
            hear();
    }

    void hear()
    {
        Report report {};
        const ssize_t count = read(lines.reports.descriptor(), &report, sizeof report);
        if (count != sizeof report)
            lines.reports.close();
        else if (report.kind == Report::ended)
            end = report;
        else
            failure = report;
    }

    // It is not an error if the command closes its stdin or never reads it.
    void feed()
    {
        if (!lines.input)
            return;
        const int error = io::write_some(lines.input.descriptor(), rest);
        if (rest.empty() || error != 0)
            lines.input.close();
    }

    // Reads some output. Returns true if more may be available immediately.
    bool take(File& from, output::Capture& into)
    {
        const ssize_t count = from ? read(from.descriptor(), buffer.data(), buffer.size()) : 0;
        const std::string_view bytes(
            buffer.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
        if (streams.is_live) // ignores a reader that is gone
            (void)system::write_all(STDERR_FILENO, bytes, [] { return false; });
        if (count > 0)
            into.append(bytes);
        else if (count == 0 || (errno != EAGAIN && errno != EINTR))
            from.close();
        return count > 0;
    }

    // All processes that could write are dead, so that the pipes contain all that is left. The
    // number of reads is limited, since one of them may have passed its end of the pipe to a
    // process outside through a socket.
    void drain()
    {
        // A pipe of packets (O_DIRECT) returns one packet per read, and can contain hundreds.
        constexpr int max_reads = 4096;
        for (int count = 0; count < max_reads && take(lines.output, streams.output); ++count) { }
        for (int count = 0; count < max_reads && take(lines.errors, streams.errors); ++count) { }
    }

    // Waits for a limited time: the kernel still cleans up the namespaces, or the supervisor
    // removes the temporary directory. If a process is stuck in the namespaces, all processes in
    // them are killed when this process ends.
    void wait_for_supervisor() const
    {
        toolkit::process::await_end(supervisor,
            Clock::now() + until_the_supervisor_is_late + enclosed.enclosure->time_for_packs(),
            signals);
    }

    // Without namespaces, the orphaned children of the supervisor now belong to this process. In
    // namespaces they died with the supervisor.
    void end_without_supervisor()
    {
        if (!enclosed.init)
            kill_abandoned(supervisor);
        if (!failure)
            throw ToolError(Code::internal,
                text::in_quotes(task.program.arguments.front())
                    + " was stopped: its supervisor process was killed");
    }

    File signals;
    const Task& task;
    const sandbox::Enclosed& enclosed;
    Streams& streams;
    std::string_view rest; // input not written yet
    Clock::time_point start;
    Lines lines;
    pid_t supervisor;
    std::array<char, 64 << 10> buffer;
    std::optional<Report> failure;
    std::optional<Report> end;
    std::optional<Clock::time_point> ordered;
    bool timed_out = false;
    bool was_told_to_end = false;
};

}

ToolError cannot_run(const Report& report, const std::string& name)
{
    const std::string what = "cannot run " + text::in_quotes(name);
    if (report.step == Report::to_confine)
        return {Code::sandbox_unavailable,
            system::system_error("the sandbox can't be had for the command", report.error).message,
            "the operator can run commands without a sandbox with --policy=unrestricted"};
    if (report.step == Report::to_enter)
        return system::system_error("cannot enter the directory given by 'cwd'", report.error);
    if (report.step == Report::to_find)
        return {Code::not_found, what + ": it is not visible inside the sandbox",
            "/tmp and /dev/shm are new there; the operator can make more visible with --show"};
    if (report.step != Report::to_execute)
        return system::system_error(what, report.error);
    switch (report.error) {
    case ENOENT:
        return {Code::not_found, what + ": the interpreter that it names is missing",
            "check the interpreter in its first line"};
    case ENOEXEC:
        return {Code::unsupported,
            what + ": it is neither a program for this machine nor does it begin with #!",
            "run a script with its interpreter, such as cmd 'sh' with args ['script.sh']"};
    case E2BIG:
        return {Code::too_large, what + ": the arguments and variables are too long",
            "pass long input by stdin"};
    default: return system::system_error(what, report.error);
    }
}

static std::vector<std::string> names_in(const Report& report)
{
    std::vector<std::string> names;
    for (const auto& name : report.names)
        if (name.front() != 0)
            names.emplace_back(name.data(), strnlen(name.data(), name.size()));
    return names;
}

Outcome outcome_of(const Report& end, std::chrono::milliseconds duration)
{
    return {end.status, false, end.killed, names_in(end), duration};
}

Outcome run(const Task& task, const sandbox::Enclosed& enclosed, Streams& streams)
{
    return Run(task, enclosed, streams).finish();
}

}
