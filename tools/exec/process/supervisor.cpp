#include "supervisor.hpp"

#include "command.hpp"
#include "pack_indexing.hpp"
#include "toolkit/process/pipe.hpp"
#include "toolkit/system/error.hpp"

#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <ctime>
#include <utility>

namespace exec::process {

void send(const File& to, const Program& program)
{
    toolkit::process::send_texts(to,
        {{program.path, program.place, program.has_one_stream ? "1" : "",
             program.is_launched ? "1" : "", program.script},
            program.arguments, program.environment});
}

bool receive(const File& from, Program& program)
{
    toolkit::process::TextLists lists;
    if (!toolkit::process::receive_texts(from, lists) || lists.size() != 3 || lists[0].size() != 5)
        return false;
    program.path = std::move(lists[0][0]);
    program.place = std::move(lists[0][1]);
    program.has_one_stream = !lists[0][2].empty();
    program.is_launched = !lists[0][3].empty();
    program.script = std::move(lists[0][4]);
    program.arguments = std::move(lists[1]);
    program.environment = std::move(lists[2]);
    return true;
}

namespace {

// The last process of a pipeline may still be printing.
constexpr std::chrono::milliseconds grace {100};
// Time in which killed processes must end. They may hang, for example on an unreachable network
// file system.
constexpr std::chrono::seconds patience {10};
// The same for the processes of a supervisor that is killed from outside.
constexpr std::chrono::seconds patience_with_it {15};

Report report_of(const toolkit::process::Supervised& end)
{
    Report report {Report::ended, Report::to_fork, 0, end.status, end.others};
    for (std::size_t at = 0; at < std::min(end.names.size(), report.names.size()); ++at)
        end.names[at].copy(report.names[at].data(), report.names[at].size() - 1);
    return report;
}

void close_standard_descriptors()
{
    for (int descriptor = 0; descriptor <= STDERR_FILENO; ++descriptor)
        close(descriptor);
}

}

void report(const File& reports, const Report& what)
{
    while (write(reports.descriptor(), &what, sizeof what) < 0 && errno == EINTR) { }
}

void run_supervised(const Program& program, const sandbox::Enclosure& enclosure, Ends& ends,
    toolkit::process::Reach reach)
{
    const pid_t supervisor = getpid();
    const pid_t command = fork();
    if (command == 0)
        become_command(program, enclosure, supervisor,
            {ends.input.to_read, ends.output.to_write, ends.errors.to_write,
                ends.reports.to_write});
    for (File* file :
        {&ends.input.to_read, &ends.output.to_write, &ends.errors.to_write, &ends.begun.to_write})
        file->close();
    close_standard_descriptors();
    if (command < 0) {
        report(ends.reports.to_write, {Report::failed, Report::to_fork, errno, 0, 0});
        return;
    }
    // Reported before the cleanup, so that the tool does not regard the supervisor as late, however
    // many temporary files there are.
    report(ends.reports.to_write,
        report_of(toolkit::process::supervise(command, ends.orders.to_read,
            {.reach = reach,
                .grace = grace,
                .patience = patience,
                .names_others = true,
                .passes_signals = program.is_launched})));
    index_packs(enclosure, supervisor, program.indexes, Packs::of_command);
    enclosure.temporary().remove();
}

void kill_abandoned(pid_t supervisor)
{
    kill(supervisor, SIGKILL);
    toolkit::process::kill_descendants({.patience = patience_with_it});
}

pid_t start_supervised(const Program& program, const sandbox::Enclosure& enclosure, Lines& lines)
{
    Ends ends;
    prctl(PR_SET_CHILD_SUBREAPER, 1); // should the supervisor itself be killed
    const pid_t supervisor = fork();
    if (supervisor < 0)
        throw system::system_error("cannot start a process");
    if (supervisor == 0) {
        try {
            toolkit::process::become_supervisor("exec-supervisor");
            ends.close_those_of_the_tool();
            run_supervised(program, enclosure, ends,
                enclosure.enter_supervisor() ? toolkit::process::Reach::descendants_only
                                             : toolkit::process::Reach::unknown);
        } catch (const std::exception&) {
            report(ends.reports.to_write, {Report::failed, Report::to_confine, EPERM, 0, 0});
        }
        _exit(0);
    }
    lines = ends.take_those_of_the_tool();
    return supervisor;
}

sigset_t signals_that_end()
{
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGTERM, SIGINT, SIGHUP})
        sigaddset(&set, signal);
    return set;
}

bool is_told_to_end()
{
    sigset_t waiting;
    sigemptyset(&waiting);
    sigpending(&waiting);
    return sigismember(&waiting, SIGTERM) == 1 || sigismember(&waiting, SIGINT) == 1
        || sigismember(&waiting, SIGHUP) == 1;
}

EndingSignals::EndingSignals()
    : before {}
{
    sigprocmask(SIG_BLOCK, nullptr, &before);
}

EndingSignals::~EndingSignals()
{
    const sigset_t set = signals_that_end();
    const timespec at_once {};
    while (is_told_to_end() && sigtimedwait(&set, nullptr, &at_once) > 0) { }
    sigprocmask(SIG_SETMASK, &before, nullptr);
}

}
