#include "launched.hpp"

#include "tools/exec/answer.hpp"
#include "tools/exec/environment.hpp"
#include "tools/exec/find_program.hpp"
#include "tools/exec/own_directory.hpp"
#include "tools/exec/process/run.hpp"
#include "tools/exec/process/supervisor.hpp"

#include "toolkit/json/json.hpp"
#include "toolkit/process/descendants.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/text/text.hpp"
#include "toolkit/workspace/secret_files.hpp"

#include <fcntl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <memory>

namespace exec::launch {

using namespace toolkit;

namespace {

using Clock = std::chrono::steady_clock;

// Longer than the 10 s after which the supervisor itself gives up.
constexpr std::chrono::seconds until_the_supervisor_is_late {15};

// PR_SET_PDEATHSIG would not do: its signal is sent as soon as the thread of the parent that
// started this process ends.
File open_parent() { return File(static_cast<int>(syscall(SYS_pidfd_open, getppid(), 0))); }

// Blocks the signals to pass on, and returns a signalfd for them. Signals that are ignored (nohup,
// a shell's '&') stay ignored.
File catch_signals()
{
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2}) {
        struct sigaction action { };
        if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN)
            sigaddset(&set, signal);
    }
    File caught(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!caught) // without a descriptor, blocked signals would be lost
        throw system::system_error("cannot watch for signals");
    sigprocmask(SIG_BLOCK, &set, nullptr);
    return caught;
}

std::string real_path(const std::string& path)
{
    const std::unique_ptr<char, void (*)(void*)> resolved(
        realpath(path.c_str(), nullptr), std::free);
    return resolved ? resolved.get() : "";
}

bool is_beneath_any(const std::string& path, const std::vector<std::string>& places)
{
    return std::any_of(places.begin(), places.end(), [&](const std::string& place) {
        const std::string real = real_path(place);
        return !real.empty() && text::strip_root(path, real).has_value();
    });
}

bool is_hidden(const Request& request, const Workspace& workspace, const std::string& path)
{
    const bool is_seen = is_beneath_any(path, request.shown)
        || is_beneath_any(path, request.written)
        || (!request.hides_workspace && is_beneath_any(path, {workspace.root_path()}));
    return !is_seen && is_beneath_any(path, request.hidden);
}

std::string current_directory()
{
    std::array<char, PATH_MAX> path {};
    if (getcwd(path.data(), path.size()) == nullptr || path.front() != '/')
        throw ToolError(Code::not_found, "the current directory no longer has a path");
    return path.data();
}

void make_directories(const std::string& path)
{
    for (std::size_t end = path.find('/', 1); end != std::string::npos;
         end = path.find('/', end + 1))
        mkdir(path.substr(0, end).c_str(), S_IRWXU); // the last mkdir reports a failure
    if (mkdir(path.c_str(), S_IRWXU) != 0 && errno != EEXIST)
        throw system::system_error("cannot make the directory given by --cache");
}

process::Program program_of(const Request& request, const std::vector<std::string>& command)
{
    const std::string directory = current_directory();
    process::Program program {{}, command, {}, directory, false, true,
        File(open(directory.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC))};
    if (!program.directory)
        throw system::system_error("cannot open the current directory");
    const Variables variables = environment_of_launched(
        request.passed_variables, request.enclosed.enclosure->temporary_path(), request.cache);
    for (const auto& [name, value] : variables)
        program.environment.push_back(name + "=" + value);
    const auto path = variables.find("PATH");
    program.path = find_program(command.front(),
        path == variables.end() ? "/usr/local/bin:/usr/bin:/bin" : path->second, program.directory);
    return program;
}

// Returns true if --hide names the workspace. Only a launched command can be kept out of the
// workspace; commands of requests work in it.
bool hides_workspace(const Request& request, const Workspace& workspace)
{
    return request.policy == sandbox::Policy::read_only
        && std::any_of(request.hidden.begin(), request.hidden.end(),
            [&](const std::string& path) { return real_path(path) == workspace.root_path(); });
}

// Returns the error for a command that could not be started. The messages are for the operator, who
// chose the directory and the hidden places.
ToolError explained(
    const process::Report& report, const process::Program& program, bool is_program_hidden)
{
    const std::string& name = program.arguments.front();
    if (report.step == process::Report::to_enter)
        return {Code::not_found, "the current directory is not visible inside the sandbox",
            "start it in another directory, or make this one visible with --show"};
    const bool is_denied = report.step == process::Report::to_execute && report.error == EACCES;
    if ((is_denied || report.step == process::Report::to_find) && is_program_hidden)
        return {Code::permission_denied, "cannot run " + text::in_quotes(name) + ": it is hidden",
            "make it visible with --show, or with sandbox.show of an MCP server"};
    return process::cannot_run(report, name);
}

}

Launched::Launched(
    Request& request, const Workspace& workspace, const std::vector<std::string>& command)
    : request(request)
    , parent(open_parent())
{
    if (!request.cache.empty()) {
        make_directories(request.cache);
        request.written.push_back(request.cache);
    }
    request.hides_workspace = hides_workspace(request, workspace);
    if (request.hides_secrets && !request.hides_workspace) {
        // Made before the search for secrets, which then finds and hides it.
        request.own_directory = make_own_directory(workspace);
        for (auto& path : workspace::find_secret_files(workspace.root_path()))
            request.hidden.push_back(std::move(path));
    }
    lock_in(request, workspace);
    signals = catch_signals();
    program = program_of(request, command);
    is_program_hidden = program.path.starts_with('/')
        && (is_hidden(request, workspace, program.path)
            || is_hidden(request, workspace, real_path(program.path)));
    supervisor = request.enclosed.init
        ? request.enclosed.init->start(program, lines)
        : process::start_supervised(program, *request.enclosed.enclosure, lines);
    for (File* unused : {&lines.input, &lines.output, &lines.errors})
        unused->close();
}

std::string Launched::sandbox() const { return sandbox_field(request).dump(); }

bool Launched::await_start()
{
    while (lines.begun && lines.reports && !end && !is_late())
        step();
    hear(); // a failure is reported before `begun` closes
    close(STDIN_FILENO);
    close(STDOUT_FILENO);
    return !failure;
}

int Launched::await_end()
{
    constexpr int killed_by_signal = 128; // the convention of shells
    while (!end && lines.reports && !is_late())
        step();
    lines.orders.close();
    if (!end && !request.enclosed.init)
        process::kill_abandoned(supervisor);
    toolkit::process::await_end(supervisor,
        Clock::now() + until_the_supervisor_is_late + request.enclosed.enclosure->time_for_packs(),
        {});
    for (const std::string& problem : git::migrate(request.enclosed.enclosure->slots()))
        (void)system::write_all(
            STDERR_FILENO, "exec: " + text::printable(problem) + "\n", [] { return false; });
    if (failure)
        throw explained(*failure, program, is_program_hidden);
    if (!end)
        throw ToolError(Code::internal,
            text::in_quotes(program.arguments.front())
                + " was stopped: its supervisor process was killed");
    return WIFSIGNALED(end->status) ? killed_by_signal + WTERMSIG(end->status)
                                    : WEXITSTATUS(end->status);
}

bool Launched::is_late() const
{
    return ordered && Clock::now() > *ordered + until_the_supervisor_is_late;
}

void Launched::step()
{
    // while it is being ended, or if it may commit
    constexpr std::chrono::seconds between_looks {1};
    system::Watch watch;
    watch.readable(lines.reports.descriptor());
    watch.readable(signals.descriptor());
    watch.readable(ordered ? -1 : parent.descriptor());
    watch.readable(lines.begun.descriptor());
    const git::ObjectSlots& slots = request.enclosed.enclosure->slots();
    if (ordered || !slots.empty())
        watch.until(Clock::now() + between_looks);
    watch.wait();
    // the command may run for days: git outside must find its commits meanwhile
    git::publish(slots);
    const auto is_ready = [&](std::size_t index) { return watch.descriptors[index].revents != 0; };
    if (is_ready(0))
        hear();
    if (is_ready(1))
        pass_signal();
    if (is_ready(2)) {
        ordered = Clock::now();
        lines.orders.close();
    }
    if (is_ready(3))
        lines.begun.close();
}

void Launched::hear()
{
    if (!system::is_readable(lines.reports.descriptor()))
        return;
    process::Report report {};
    const ssize_t count = read(lines.reports.descriptor(), &report, sizeof report);
    if (count != sizeof report)
        lines.reports.close();
    else if (report.kind == process::Report::ended)
        end = report;
    else
        failure = report;
}

void Launched::pass_signal()
{
    signalfd_siginfo signal;
    while (read(signals.descriptor(), &signal, sizeof signal) == sizeof signal) {
        const auto number = static_cast<unsigned char>(signal.ssi_signo);
        if (lines.orders)
            (void)!write(lines.orders.descriptor(), &number, 1);
    }
}

}
