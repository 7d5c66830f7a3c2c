#include "agent/calls/supervised_tool.hpp"

#include "toolkit/process/supervision.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>

namespace agent::calls {

using namespace toolkit;

// Fixed numbers of the descriptors in a supervisor. All others are closed: an open descriptor of
// another supervisor's control pipe would keep that supervisor's tool alive.
enum Descriptor : int { input, output, errors, report, control, given, descriptor_count };

// Number of the descriptor `given` in the tool.
static constexpr int number_of_given = 3;

static std::vector<char*> pointers_to(const std::vector<std::string>& texts)
{
    std::vector<char*> pointers;
    pointers.reserve(texts.size() + 1);
    for (const auto& text : texts)
        pointers.push_back(const_cast<char*>(text.c_str()));
    pointers.push_back(nullptr);
    return pointers;
}

void close_all_but(std::vector<int> kept)
{
    std::sort(kept.begin(), kept.end());
    unsigned first = 0;
    for (const int descriptor : kept) {
        const auto number = static_cast<unsigned>(descriptor);
        if (number > first)
            close_range(first, number - 1, 0);
        first = number + 1;
    }
    close_range(first, ~0U, 0);
}

// Gives the descriptors of `ends` their fixed numbers and closes all others. The tool inherits the
// first three. If the numbers differ, all descriptors are first moved out of the way, since one may
// have a number that another needs. The other descriptors are closed before that, because there may
// be no free numbers otherwise.
static void arrange(const ToolEnds& ends)
{
    std::vector<int> numbers {ends.input, ends.output, ends.errors, ends.report, ends.control};
    if (ends.given >= 0)
        numbers.push_back(ends.given);
    close_all_but(numbers);
    const int count = static_cast<int>(numbers.size());
    bool is_in_place = true;
    for (int index = 0; index < count; ++index)
        is_in_place = is_in_place && numbers.at(static_cast<std::size_t>(index)) == index;
    if (is_in_place) {
        for (const int kept : {input, output, errors})
            fcntl(kept, F_SETFD, 0);
        return;
    }
    for (int& number : numbers)
        number = fcntl(number, F_DUPFD_CLOEXEC, number_beyond_tools);
    for (int index = 0; index < count; ++index)
        dup3(numbers.at(static_cast<std::size_t>(index)), index, index < report ? 0 : O_CLOEXEC);
    close_range(static_cast<unsigned>(count), ~0U, 0);
}

// Starts the tool and returns its pid. Sets `start_error` to the errno if that fails. Uses vfork(),
// so that no memory is copied before execve(); this process waits until then.
static pid_t start_tool(const Launch& launch, volatile int& start_error)
{
    const std::vector<char*> argv = pointers_to(launch.argv);
    const std::vector<char*> environment = pointers_to(launch.environment);
    const pid_t supervisor = getpid();
    sigset_t none;
    sigemptyset(&none);
    // The child only makes system calls.
    const pid_t tool = vfork(); // NOLINT(clang-analyzer-security.insecureAPI.vfork)
    if (tool == 0) {
        setsid();
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() == supervisor) {
            dup2(given, number_of_given); // fails without `given`; descriptor 3 is closed then
            sigprocmask(SIG_SETMASK, &none, nullptr);
            if (launch.directory.empty() || chdir(launch.directory.c_str()) == 0)
                execve(launch.program.c_str(), argv.data(), environment.data());
        }
        start_error = errno;
        _exit(127);
    }
    if (tool < 0)
        start_error = errno;
    for (const int end : {input, output, errors, given})
        close(end);
    return tool;
}

static void run_tool(const Launch& launch, const ToolEnds& ends)
{
    arrange(ends);
    ToolReport result;
    const File orders(control);
    volatile int start_error = 0;
    const pid_t tool = start_tool(launch, start_error);
    result.start_error = start_error;
    result.kind = tool < 0 ? ToolReport::refused : ToolReport::ended;
    if (tool > 0) {
        // Longer than exec needs to end its command after a signal.
        constexpr std::chrono::milliseconds before_kill {2000};
        const process::Supervised end = process::supervise(
            tool, orders, {.before_kill = before_kill, .passes_signals = true});
        result.wait_status = end.status;
        result.all_gone = end.all_gone;
    }
    [[maybe_unused]] const ssize_t written = write(report, &result, sizeof result);
}

// No exception leaves the new process, which would then continue as a second agentcli.
void supervise_tool(const Launch& launch, const ToolEnds& ends)
try {
    run_tool(launch, ends);
    _exit(0);
} catch (...) { // out of memory: the root supervisor kills what still runs
    _exit(1);
}

}
