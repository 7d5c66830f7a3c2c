#include "init.hpp"

#include "toolkit/error.hpp"
#include "toolkit/opening.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <string>

namespace {

// The first thing that the tool hears: empty where all went well, else why not.
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

// The directory that the tool has opened stands outside the namespaces, where it could be changed.
File enter_directory(const Enclosure& enclosure, const std::string& place)
{
    const File root(open(enclosure.workspace().root_path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    return open_beneath(
        root, place, O_PATH | O_DIRECTORY, RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS);
}

}

Init::Init(const Enclosure& enclosure)
{
    Ends ends;
    const Namespaces namespaces(enclosure.permissions().network);
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

void Init::live(const Enclosure& enclosure, const Namespaces& namespaces, Ends& ends)
{
    // Should the tool be dead by now, the pipe of orders has no other end.
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    ends.close_those_of_the_tool();
    stand_alone();
    try {
        enclosure.enter_init(namespaces);
    } catch (const ToolError& error) {
        tell(ends.reports.to_write, error.message);
        return;
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL); // ended by becoming another user
    tell(ends.reports.to_write, "");
    Program program;
    if (!receive(ends.orders.to_read, program))
        return;
    program.directory = enter_directory(enclosure, program.place);
    if (program.directory)
        keep(program, enclosure, ends, Reach::descendants_only);
    else
        report(ends.reports.to_write, {Report::failed, Report::to_enter, errno, 0, 0});
}

void Init::await()
{
    Readiness readiness {};
    ssize_t count = 0;
    do
        count = read(lines.reports.descriptor(), &readiness, sizeof readiness);
    while (count < 0 && errno == EINTR);
    const std::string problem = count == sizeof readiness
        ? readiness.problem.data()
        : "the sandbox can't be had: the first process of the namespaces was killed";
    if (!problem.empty())
        throw ToolError(Code::sandbox_unavailable, problem);
}

pid_t Init::start(const Program& program, Lines& kept)
{
    send(lines.orders, program);
    kept = std::move(lines);
    const pid_t started = process;
    process = -1;
    return started;
}

Init::~Init()
{
    lines = {};
    if (process > 0)
        waitpid(process, nullptr, 0);
}
