#include "agent/calls/root_supervisor.hpp"

#include "toolkit/process/supervision.hpp"
#include "toolkit/process/text_message.hpp"
#include "toolkit/system/error.hpp"

#include <poll.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace agent::calls {

using namespace toolkit;

// The descriptors of ToolEnds, in their order: the last one may be missing.
static constexpr std::size_t max_numbers = 6;
using Numbers = std::array<int, max_numbers>;

static Numbers numbers_of(const ToolEnds& ends)
{
    return {ends.input, ends.output, ends.errors, ends.report, ends.control, ends.given};
}

static bool send_descriptors(const File& to, const Numbers& numbers)
{
    const std::size_t size = (numbers.back() < 0 ? max_numbers - 1 : max_numbers) * sizeof(int);
    char byte = 0;
    iovec part {&byte, sizeof byte};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(Numbers))> room {};
    msghdr message {};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = room.data();
    message.msg_controllen = CMSG_SPACE(size);
    cmsghdr* const header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(size);
    std::memcpy(CMSG_DATA(header), numbers.data(), size);
    return sendmsg(to.descriptor(), &message, MSG_NOSIGNAL) == 1;
}

// Nothing if the other end is closed. Fewer than all if there was no room for them.
static std::optional<std::vector<File>> receive_descriptors(const File& from)
{
    char byte = 0;
    iovec part {&byte, sizeof byte};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(Numbers))> room {};
    msghdr message {};
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = room.data();
    message.msg_controllen = room.size();
    ssize_t got = 0;
    do
        got = recvmsg(from.descriptor(), &message, MSG_CMSG_CLOEXEC);
    while (got < 0 && errno == EINTR);
    if (got != 1)
        return std::nullopt;
    std::vector<File> files;
    const cmsghdr* const header = CMSG_FIRSTHDR(&message);
    for (std::size_t at = 0; header != nullptr && CMSG_LEN(at + sizeof(int)) <= header->cmsg_len;
         at += sizeof(int)) {
        int number = -1;
        std::memcpy(&number, CMSG_DATA(header) + at, sizeof number);
        files.emplace_back(number);
    }
    return files;
}

// The process itself.
class RootSupervisor::Root {
public:
    // No exception leaves the new process, which would then continue as a second agentcli.
    [[noreturn]] static void run(File requests)
    try {
        process::become_supervisor("root-supervisor");
        close_all_but({requests.descriptor()});
        Root(std::move(requests)).serve();
        _exit(0);
    } catch (...) { // memory is short: the supervisors end their tools by themselves
        _exit(1);
    }

private:
    explicit Root(File requests)
        : requests(std::move(requests))
    {
        sigset_t children;
        sigemptyset(&children);
        sigaddset(&children, SIGCHLD);
        child_events = File(signalfd(-1, &children, SFD_CLOEXEC | SFD_NONBLOCK));
    }

    // Until the process that it works for has closed its end, or is dead.
    void serve()
    {
        do {
            static constexpr int between_looks_without_events = 5; // ms
            std::array<pollfd, 2> events {
                {{requests.descriptor(), POLLIN, 0}, {child_events.descriptor(), POLLIN, 0}}};
            poll(events.data(), events.size(), child_events ? -1 : between_looks_without_events);
            signalfd_siginfo event;
            while (child_events && read(child_events.descriptor(), &event, sizeof event) > 0) { }
            reap();
            if (events[0].revents != 0 && !take_request())
                break;
        } while (true);
        process::kill_descendants(process::Reach::unknown, deadline());
    }

    static std::chrono::steady_clock::time_point deadline()
    {
        return std::chrono::steady_clock::now() + std::chrono::seconds(5);
    }

    bool take_request()
    {
        auto files = receive_descriptors(requests);
        process::TextLists lists;
        if (!files || !process::receive_texts(requests, lists) || lists.size() != 3
            || lists[0].size() != 2)
            return false;
        if (files->size() >= max_numbers - 1) // else the tool's end of each pipe is closed
            start({std::move(lists[0][0]), std::move(lists[1]), std::move(lists[2]),
                      std::move(lists[0][1])},
                *files);
        return true;
    }

    void start(const Launch& launch, std::vector<File>& files)
    {
        const pid_t supervisor = fork();
        if (supervisor == 0)
            supervise_tool(launch,
                {files[0].descriptor(), files[1].descriptor(), files[2].descriptor(),
                    files[3].descriptor(), files[4].descriptor(),
                    files.size() < max_numbers ? -1 : files[5].descriptor()});
        if (supervisor < 0) {
            tell(files[3], {.kind = ToolReport::refused, .start_error = errno});
            return;
        }
        tell(files[3], {.kind = ToolReport::supervised, .supervisor = supervisor});
        reports[supervisor] = std::move(files[3]);
    }

    static void tell(const File& report, const ToolReport& what)
    {
        [[maybe_unused]] const ssize_t written = write(report.descriptor(), &what, sizeof what);
    }

    // A supervisor that ends in order has reported. For another one this kills what it leaves, and
    // reports.
    void reap()
    {
        int status = 0;
        for (pid_t child = 0; (child = waitpid(-1, &status, WNOHANG)) > 0;) {
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
        for (const auto& [pid, file] : reports)
            supervisors.push_back(pid);
        tell(report,
            {.kind = ToolReport::lost,
                .all_gone = process::kill_children_but(supervisors, deadline())});
    }

    File requests;
    File child_events;
    std::map<pid_t, File> reports; // of the supervisors that live
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

// Returns whether it can be reached.
bool RootSupervisor::request(const Launch& launch, const ToolEnds& ends) const
try {
    if (!send_descriptors(requests, numbers_of(ends)))
        return false;
    process::send_texts(
        requests, {{launch.program, launch.directory}, launch.argv, launch.environment});
    return true;
} catch (const ToolError&) {
    return false;
}

void RootSupervisor::start(const Launch& launch, const ToolEnds& ends)
{
    if (is_running() && request(launch, ends))
        return;
    give_up(); // a tool has killed or stopped it
    begin();
    if (!request(launch, ends))
        throw ToolError(Code::io_error, "cannot start a process: its supervisor does not answer");
}

}
