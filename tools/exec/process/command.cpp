#include "command.hpp"

#include "tools/exec/sandbox/privileges.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/system/interrupt.hpp"

#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string>
#include <vector>

namespace exec::process {

using namespace toolkit;

namespace {

std::vector<char*> pointers_to(std::vector<std::string> strings)
{
    static std::vector<std::vector<std::string>> kept; // until execve(2) has copied them
    kept.push_back(std::move(strings));
    std::vector<char*> pointers;
    for (auto& string : kept.back())
        pointers.push_back(string.data());
    pointers.push_back(nullptr);
    return pointers;
}

bool take_streams(const Program& program, const Stdio& stdio)
{
    const File& errors = program.has_one_stream ? stdio.output : stdio.errors;
    return dup2(stdio.input.descriptor(), STDIN_FILENO) >= 0
        && dup2(stdio.output.descriptor(), STDOUT_FILENO) >= 0
        && dup2(errors.descriptor(), STDERR_FILENO) >= 0;
}

// Makes the script readable at its descriptor. It is kept in memory, since there may be no writable
// directory.
bool give_script(const std::string& script)
{
    if (script.empty())
        return true;
    const int file = memfd_create("command", MFD_CLOEXEC);
    if (file < 0
        || (file == script_descriptor ? fcntl(file, F_SETFD, 0) : dup2(file, script_descriptor))
            < 0)
        return false;
    return system::write_all(script_descriptor, script, [] { return false; }) == 0
        && lseek(script_descriptor, 0, SEEK_SET) == 0;
}

[[noreturn]] void give_up(const File& reports, Report::Step step)
{
    const Report report {Report::failed, step, errno, 0, 0};
    _exit(write(reports.descriptor(), &report, sizeof report) < 0 ? 1 : 0);
}

}

void become_command(const Program& program, const sandbox::Enclosure& enclosure, pid_t supervisor,
    const Stdio& stdio)
{
    setsid();
    // Moved out of the way of `script_descriptor`.
    const File reports(fcntl(stdio.reports.descriptor(), F_DUPFD_CLOEXEC, script_descriptor + 1));
    if (!program.is_launched && !take_streams(program, stdio))
        give_up(reports, Report::to_fork);
    close_range(STDERR_FILENO + 1, ~0U, CLOSE_RANGE_CLOEXEC);
    try {
        enclosure.enter_command(supervisor);
    } catch (const ToolError&) {
        give_up(reports, Report::to_confine);
    }
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != supervisor)
        _exit(1);
    if (fchdir(program.directory.descriptor()) != 0)
        give_up(reports, Report::to_enter);
    if (!give_script(program.script))
        give_up(reports, Report::to_fork);
    const std::vector<char*> arguments = pointers_to(program.arguments);
    const std::vector<char*> environment = pointers_to(program.environment);
    if (!sandbox::limit_resources(enclosure.permissions().limits))
        give_up(reports, Report::to_confine);
    system::reset_signals();
    umask(enclosure.permissions().umask);
    execve(program.path.c_str(), arguments.data(), environment.data());
    const int error = errno;
    const bool is_seen = faccessat(AT_FDCWD, program.path.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0;
    errno = error;
    give_up(reports, error == ENOENT && !is_seen ? Report::to_find : Report::to_execute);
}

}
