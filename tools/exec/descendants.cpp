#include "descendants.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>

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

// From "pid (name) state parent …": the name may hold anything.
pid_t parent_in(const std::string& status)
{
    const std::size_t end = status.rfind(')');
    return end == std::string::npos || end + 4 > status.size() ? 0 : std::atoi(status.c_str() + end + 4);
}

std::optional<std::vector<pid_t>> scan_processes()
{
    const std::unique_ptr<DIR, int (*)(DIR*)> listing(opendir("/proc"), closedir);
    std::vector<pid_t> children;
    bool sees_itself = false;
    while (const dirent* entry = listing ? readdir(listing.get()) : nullptr) {
        const pid_t process = std::atoi(entry->d_name);
        sees_itself |= process == getpid();
        if (process > 0)
            if (const auto status = read_text("/proc/" + std::to_string(process) + "/stat");
                status && parent_in(*status) == getpid())
                children.push_back(process);
    }
    if (!sees_itself)
        return std::nullopt;
    return children;
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
    if (const auto text = read_text("/proc/self/task/" + std::to_string(getpid()) + "/children"))
        return numbers_in(*text);
    return scan_processes();
}

int kill_descendants(Reach reach, std::chrono::steady_clock::time_point deadline)
{
    int killed = 0;
    int reaped_in_vain = 0;
    for (;;) {
        kill_once(reach);
        int status = 0;
        pid_t child = 0;
        bool any = false;
        while ((child = waitpid(-1, &status, WNOHANG)) > 0) {
            killed += WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL ? 1 : 0;
            any = true;
        }
        if (child < 0 && errno == ECHILD)
            return killed;
        // A chain of forks is caught by being quick: a rest only where nothing moves.
        reaped_in_vain = any ? 0 : reaped_in_vain + 1;
        if (reaped_in_vain > 64)
            pause_shortly();
        if (std::chrono::steady_clock::now() > deadline)
            return killed;
    }
}
