#include "init.hpp"

#include "pack_indexing.hpp"

#include "toolkit/process/descendants.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/path_walk.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <string>

namespace exec::process {

using namespace toolkit;

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// Mounting a file system whose server is gone can take forever.
constexpr std::chrono::seconds max_wait_for_view {30};
constexpr std::chrono::seconds max_wait_for_end {10};

bool can_be_read(const File& file, Clock::time_point deadline)
{
    system::Watch watch;
    watch.readable(file.descriptor());
    watch.until(deadline);
    do
        watch.wait();
    while (!watch.is_ready(file.descriptor()) && Clock::now() < deadline);
    return watch.is_ready(file.descriptor());
}

// The first message to the tool: empty if the sandbox is ready, otherwise the error.
struct Readiness {
    std::array<char, 200> problem;
};

void tell(const File& reports, const std::string& problem)
{
    Readiness readiness {};
    problem.copy(readiness.problem.data(), readiness.problem.size() - 1);
    if (write(reports.descriptor(), &readiness, sizeof readiness) < 0)
        _exit(1); // the tool is gone
}

// Opens the working directory again. The descriptor that the tool opened refers to a mount outside
// the namespaces, through which the directory could be changed.
File enter_directory(const sandbox::Enclosure& enclosure, const std::string& place)
{
    if (place.starts_with('/'))
        return File(open(place.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    const File root(
        open(enclosure.workspace().root_path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    return system::open_beneath(root, place, O_PATH | O_DIRECTORY,
        RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS);
}

}

Init::Init(const sandbox::Enclosure& enclosure)
    : enclosure(enclosure)
{
    Ends ends;
    const sandbox::Namespaces namespaces(enclosure.permissions().network);
    process = namespaces.fork_into();
    if (process == 0) {
        try {
            live(enclosure, namespaces, ends);
        } catch (const std::exception&) {
            report(ends.reports.to_write, {Report::failed, Report::to_confine, EPERM, 0, 0});
        }
        _exit(0);
    }
    lines = ends.take_those_of_the_tool();
}

void Init::live(
    const sandbox::Enclosure& enclosure, const sandbox::Namespaces& namespaces, Ends& ends)
{
    // If the tool is dead already, the pipe of orders has no writer, and receive() fails.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    ends.close_those_of_the_tool();
    toolkit::process::become_supervisor("exec-supervisor");
    Program program;
    try {
        program.indexes = enclosure.enter_init(namespaces);
    } catch (const ToolError& error) {
        tell(ends.reports.to_write, error.message);
        return;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL); // reset when the process changed its user
    tell(ends.reports.to_write, "");
    if (!receive(ends.orders.to_read, program))
        return;
    if (program.arguments.empty())
        return index_packs(enclosure, getpid(), program.indexes, Packs::left);
    program.directory = enter_directory(enclosure, program.place);
    if (program.directory)
        run_supervised(program, enclosure, ends, toolkit::process::Reach::descendants_only);
    else
        report(ends.reports.to_write, {Report::failed, Report::to_enter, errno, 0, 0});
}

void Init::await()
{
    Readiness readiness {};
    const ssize_t count = can_be_read(lines.reports, Clock::now() + max_wait_for_view)
        ? read(lines.reports.descriptor(), &readiness, sizeof readiness)
        : -1;
    const std::string problem = count == sizeof readiness ? readiness.problem.data()
        : count < 0
        ? "the sandbox can't be had: the first process of the namespaces is not ready after 30 s"
        : "the sandbox can't be had: the first process of the namespaces was killed";
    if (!problem.empty())
        throw ToolError(Code::sandbox_unavailable, problem);
}

void Init::index_left_packs()
{
    std::chrono::seconds limit = max_wait_for_end;
    await();
    for (const auto& slot : enclosure.slots())
        limit += slot->time_for_left();
    send(lines.orders, {});
    if (toolkit::process::await_end(process, Clock::now() + limit, {}))
        process = -1;
}

pid_t Init::start(const Program& program, Lines& ends)
{
    send(lines.orders, program);
    ends = std::move(lines);
    const pid_t started = process;
    process = -1;
    return started;
}

Init::~Init()
{
    lines = {};
    if (process <= 0)
        return;
    kill(process, SIGKILL);
    toolkit::process::await_end(process, Clock::now() + max_wait_for_end, {});
}

}
