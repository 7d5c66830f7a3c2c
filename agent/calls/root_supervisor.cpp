#include "agent/calls/root_supervisor.hpp"

#include "agent/calls/tool_request.hpp"
#include "toolkit/process/supervision.hpp"
#include "toolkit/system/cancel.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/own_process.hpp"

#include <fcntl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <map>
#include <utility>
#include <vector>

namespace agent::calls {

using namespace toolkit;

// A supervisor that is forked before a tool needs it, because many tools run no longer than a fork
// takes.
struct SpareSupervisor {
    pid_t number = -1; // process id; -1 if there is none
    File requests;

    // Runs the spare supervisor. No exception leaves the new process. The lowest descriptors are
    // kept free for those of the tool, which then need not be moved.
    [[noreturn]] static void run(const File& requests)
    try {
        process::become_supervisor("tool-supervisor");
        const File waiting(fcntl(requests.descriptor(), F_DUPFD_CLOEXEC, number_beyond_tools));
        close_all_but({waiting.descriptor()});
        if (const auto request = receive_request(waiting); request && request->has_all())
            supervise_tool(request->launch, request->ends());
        _exit(0);
    } catch (...) { // out of memory
        _exit(1);
    }

    // Forks a spare supervisor. If that fails, supervisors are forked when they are needed.
    static SpareSupervisor make()
    {
        std::array<int, 2> ends {};
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
            return {};
        SpareSupervisor spare {-1, File(ends[0])};
        const File its(ends[1]);
        spare.number = fork();
        if (spare.number == 0)
            run(its);
        return spare;
    }
};

// The root supervisor's code in its own process.
class RootSupervisor::Root {
public:
    // No exception leaves the new process, which would then continue as a second agentcli.
    [[noreturn]] static void run(File requests)
    try {
        process::become_supervisor("root-supervisor");
        system::lift_memory_limit(); // the limit is for agentcli, not for tools
        use_default_actions();
        close_all_but({requests.descriptor()});
        Root(std::move(requests)).serve();
        _exit(0);
    } catch (...) { // out of memory: the supervisors end their tools by themselves
        _exit(1);
    }

private:
    explicit Root(File requests)
        : requests(std::move(requests))
    {
    }

    // Sets the default actions of all signals, with which each tool has to start. They are blocked
    // in this process.
    static void use_default_actions()
    {
        for (int number = 1; number < NSIG; ++number)
            signal(number, SIG_DFL); // NOLINT(bugprone-*,cert-*): fails for some, as it may
    }

    // Serves requests until the process that sends them closes its end or dies.
    void serve()
    {
        // Delay before a spare supervisor is forked, so that the started tool runs first.
        static constexpr std::chrono::milliseconds before_spare {2};
        for (bool lacks_spare = false;;) {
            system::Watch watch;
            watch.readable(requests.descriptor());
            child_events.watch(watch);
            const auto time_of_spare = system::Watch::Clock::now() + before_spare;
            if (lacks_spare)
                watch.until(time_of_spare);
            watch.wait();
            child_events.take();
            reap();
            if (watch.is_ready(requests.descriptor())) {
                if (!take_request())
                    break;
                lacks_spare = spare.number < 0;
            } else if (lacks_spare
                && (system::Watch::Clock::now() >= time_of_spare || reports.empty())) {
                spare = SpareSupervisor::make();
                lacks_spare = false;
            }
        }
        spare = {};
        // The supervisors end by themselves, since the other ends of their pipes are closed.
        process::kill_descendants(
            {.grace = std::chrono::seconds(3), .patience = std::chrono::seconds(5)});
    }

    static std::chrono::steady_clock::time_point deadline()
    {
        return std::chrono::steady_clock::now() + std::chrono::seconds(5);
    }

    bool take_request()
    {
        auto request = receive_request(requests);
        if (request && request->has_all()) // otherwise the pipes are closed, which ends the call
            start(*request);
        return request.has_value();
    }

    void start(ToolRequest& request)
    {
        const SpareSupervisor ready = std::exchange(spare, {});
        pid_t supervisor = -1;
        if (ready.number > 0 && send_request(ready.requests, request.launch, request.ends()))
            supervisor = ready.number;
        else
            supervisor = fork();
        if (supervisor == 0) {
            process::become_supervisor("tool-supervisor");
            supervise_tool(request.launch, request.ends());
        }
        File& report = request.files[3];
        if (supervisor < 0) {
            tell(report, {.kind = ToolReport::refused, .start_error = errno});
            return;
        }
        tell(report, {.kind = ToolReport::supervised, .supervisor = supervisor});
        reports[supervisor] = std::move(report);
    }

    static void tell(const File& report, const ToolReport& what)
    {
        [[maybe_unused]] const ssize_t written = write(report.descriptor(), &what, sizeof what);
    }

    // Reaps supervisors that have exited. A supervisor that exits regularly has sent its report. If
    // another one died, kills the processes it left and reports the loss.
    void reap()
    {
        int status = 0;
        for (pid_t child = 0; (child = waitpid(-1, &status, WNOHANG)) > 0;) {
            if (child == spare.number)
                spare = {};
            const auto found = reports.find(child);
            if (found == reports.end())
                continue;
            const File report = std::move(found->second);
            reports.erase(found);
            if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
                report_loss(report);
        }
    }

    void report_loss(const File& report) const
    {
        std::vector<pid_t> supervisors;
        if (spare.number > 0)
            supervisors.push_back(spare.number);
        for (const auto& [pid, file] : reports)
            supervisors.push_back(pid);
        tell(report,
            {.kind = ToolReport::lost,
                .all_gone = process::kill_children_but(supervisors, deadline())});
    }

    File requests;
    process::ChildEvents child_events;
    SpareSupervisor spare;
    std::map<pid_t, File> reports; // report descriptors of the running supervisors
};

RootSupervisor& RootSupervisor::of_this_process()
{
    static RootSupervisor root;
    return root;
}

RootSupervisor::~RootSupervisor()
{
    requests.close();
    reap();
}

void RootSupervisor::end_use()
{
    if (--users == 0)
        requests.close();
}

bool RootSupervisor::is_running() const { return requests && owner == getpid(); }

void RootSupervisor::reap()
{
    if (pid > 0 && owner == getpid())
        waitpid(pid, nullptr, 0);
    pid = -1;
}

void RootSupervisor::begin()
{
    reap();
    std::array<int, 2> ends {};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
        throw system::system_error("cannot start a process");
    File ours(ends[0]);
    File its(ends[1]);
    pid = fork();
    if (pid < 0)
        throw system::system_error("cannot start a process");
    if (pid == 0)
        Root::run(std::move(its));
    requests = std::move(ours);
    owner = getpid();
}

void RootSupervisor::give_up()
{
    if (!is_running())
        return;
    kill(pid, SIGKILL);
    requests.close();
    reap();
}

void RootSupervisor::start(const Launch& launch, const ToolEnds& ends)
{
    if (is_running() && send_request(requests, launch, ends))
        return;
    give_up(); // a tool has killed or stopped it
    begin();
    if (!send_request(requests, launch, ends))
        throw ToolError(Code::io_error, "cannot start a process: its supervisor does not answer");
}

}
