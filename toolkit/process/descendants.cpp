#include "toolkit/process/descendants.hpp"

#include "toolkit/system/cancel.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <set>
#include <string>

namespace toolkit::process {

namespace {

std::optional<std::string> read_text(const std::string& path)
{
    const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return std::nullopt;
    std::string text;
    std::array<char, 4096> buffer;
    for (ssize_t count = 0; (count = read(descriptor, buffer.data(), buffer.size())) > 0;)
        text.append(buffer.data(), static_cast<std::size_t>(count));
    close(descriptor);
    return text;
}

std::vector<pid_t> numbers_in(const std::string& text)
{
    std::vector<pid_t> numbers;
    const char* const end = text.data() + text.size();
    for (const char* at = text.data(); at < end;) {
        pid_t number = 0;
        const auto [next, error] = std::from_chars(at, end, number);
        if (error == std::errc())
            numbers.push_back(number);
        at = next + 1;
    }
    return numbers;
}

struct Status {
    std::string name;
    char state;
    pid_t parent;
};

// Reads "pid (name) state parent …". The name may contain any characters.
std::optional<Status> status_of(pid_t process)
{
    const auto text = read_text("/proc/" + std::to_string(process) + "/stat");
    const std::size_t begin = text ? text->find('(') : std::string::npos;
    const std::size_t end = text ? text->rfind(')') : std::string::npos;
    if (begin >= end || end + 4 > text->size())
        return std::nullopt;
    return Status {
        text->substr(begin + 1, end - begin - 1), (*text)[end + 2], std::atoi(&(*text)[end + 4])};
}

// Returns those names in a directory of /proc that are numbers.
std::vector<pid_t> numbers_under(const std::string& directory)
{
    const std::unique_ptr<DIR, int (*)(DIR*)> listing(opendir(directory.c_str()), closedir);
    std::vector<pid_t> numbers;
    while (const dirent* entry = listing ? readdir(listing.get()) : nullptr)
        if (const pid_t number = std::atoi(entry->d_name); number > 0)
            numbers.push_back(number);
    return numbers;
}

// Returns nullopt if the kernel keeps no lists of children (CONFIG_PROC_CHILDREN) or the process is
// gone.
std::optional<std::vector<pid_t>> listed_children(pid_t process)
{
    const std::string threads = "/proc/" + std::to_string(process) + "/task";
    std::optional<std::vector<pid_t>> children;
    for (const pid_t thread : numbers_under(threads))
        if (const auto text = read_text(threads + "/" + std::to_string(thread) + "/children")) {
            const std::vector<pid_t> some = numbers_in(*text);
            children = children ? std::move(children) : std::vector<pid_t>();
            children->insert(children->end(), some.begin(), some.end());
        }
    return children;
}

std::optional<std::vector<pid_t>> scan_processes()
{
    std::vector<pid_t> children;
    bool sees_itself = false;
    for (const pid_t process : numbers_under("/proc")) {
        sees_itself |= process == getpid();
        if (const auto status = status_of(process); status && status->parent == getpid())
            children.push_back(process);
    }
    if (!sees_itself)
        return std::nullopt;
    return children;
}

void ask_to_end(pid_t process)
{
    kill(process, SIGTERM);
    kill(process, SIGCONT); // a stopped process would not receive SIGTERM
}

// Asks each process once to end. Without a scope of signals these are the children, including new
// ones, with the process groups that they lead.
void ask_once(Reach reach, std::set<pid_t>& asked)
{
    if (reach == Reach::descendants_only) {
        if (asked.insert(-1).second)
            ask_to_end(-1);
        return;
    }
    for (const pid_t child : find_children().value_or(std::vector<pid_t>()))
        if (asked.insert(child).second) {
            ask_to_end(child);
            ask_to_end(-child);
        }
}

bool is_killed(int status)
{
    return WIFSIGNALED(status) && (WTERMSIG(status) == SIGKILL || WTERMSIG(status) == SIGTERM);
}

// Reaps all children that have ended. Returns true if there was any.
bool reap(pid_t program, Killed& killed)
{
    int status = 0;
    pid_t child = 0;
    bool any = false;
    while ((child = waitpid(-1, &status, WNOHANG)) > 0) {
        any = true;
        if (detach_stopped(child, status))
            continue;
        if (child == program)
            killed.status = status;
        else
            killed.count += is_killed(status) ? 1 : 0;
    }
    killed.all_gone = child < 0 && errno == ECHILD;
    return any;
}

void kill_once(Reach reach)
{
    if (reach == Reach::descendants_only)
        kill(-1, SIGKILL);
    else if (const auto children = find_children())
        for (const pid_t child : *children)
            kill(child, SIGKILL);
}

void pause_shortly()
{
    constexpr timespec moment {0, 1'000'000};
    nanosleep(&moment, nullptr);
}

}

std::optional<std::vector<pid_t>> find_children()
{
    if (auto children = listed_children(getpid()))
        return children;
    return scan_processes();
}

std::vector<std::string> name_descendants(pid_t but)
{
    constexpr std::size_t most = 1000;
    std::vector<pid_t> found = find_children().value_or(std::vector<pid_t>());
    std::vector<std::string> names;
    for (std::size_t at = 0; at < found.size() && at < most; ++at) {
        const pid_t process = found[at];
        const auto status = status_of(process);
        if (status && process != but && status->state != 'Z' && status->state != 'X')
            names.push_back(status->name);
        const auto children = listed_children(process).value_or(std::vector<pid_t>());
        found.insert(found.end(), children.begin(), children.end());
    }
    return names;
}

Killed kill_descendants(const Killing& how)
{
    using Clock = std::chrono::steady_clock;
    const Clock::time_point end_of_grace = Clock::now() + how.grace;
    Killed killed;
    std::set<pid_t> asked;
    int reaped_in_vain = 0;
    for (;;) {
        const bool any = reap(how.program, killed);
        const Clock::time_point now = Clock::now();
        if (killed.all_gone || now > end_of_grace + how.patience)
            return killed;
        if (now < end_of_grace) {
            ask_once(how.reach, asked);
            pause_shortly();
            continue;
        }
        // To catch a chain of forks, this loop must be fast: it pauses only if nothing changes.
        reaped_in_vain = any ? 0 : reaped_in_vain + 1;
        if (reaped_in_vain > 64)
            pause_shortly();
        kill_once(how.reach);
    }
}

bool detach_stopped(pid_t child, int status)
{
    if (!WIFSTOPPED(status))
        return false;
    const int signal = WSTOPSIG(status);
    ptrace(PTRACE_DETACH, child, nullptr, signal == SIGTRAP ? 0 : signal);
    return true;
}

bool kill_children_but(
    const std::vector<pid_t>& spared, std::chrono::steady_clock::time_point deadline)
{
    for (;;) {
        const auto children = find_children();
        if (!children)
            return false;
        bool found = false;
        for (const pid_t child : *children) {
            if (std::find(spared.begin(), spared.end(), child) != spared.end())
                continue;
            found = true;
            kill(child, SIGKILL);
            waitpid(child, nullptr, WNOHANG);
        }
        if (!found)
            return true;
        if (std::chrono::steady_clock::now() > deadline)
            return false;
        pause_shortly();
    }
}

// If the descriptor of a process cannot be obtained, because of the filter of a container or too
// many open files, checks again and again.
bool await_end(pid_t child, std::chrono::steady_clock::time_point deadline, const File& other)
{
    using std::chrono::milliseconds;
    const File process(static_cast<int>(syscall(SYS_pidfd_open, child, 0)));
    system::Watch watch;
    watch.readable(process.descriptor());
    watch.readable(other.descriptor());
    while (waitpid(child, nullptr, WNOHANG) == 0) {
        const auto now = std::chrono::steady_clock::now();
        if (now >= deadline || watch.is_ready(other.descriptor()))
            return false;
        watch.deadline = process ? deadline : std::min(deadline, now + milliseconds(1));
        watch.wait();
    }
    return true;
}

}
