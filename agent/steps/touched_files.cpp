#include "agent/steps/touched_files.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

namespace agent::steps {

using Clock = std::chrono::steady_clock;

static constexpr std::size_t max_entries = 200'000;
static constexpr std::chrono::seconds max_time {1};

static std::int64_t milliseconds_of(const timespec& time)
{
    return std::int64_t {time.tv_sec} * 1000 + time.tv_nsec / 1'000'000;
}

// The kernel gives a change the time of its last tick: with 100 ticks a second, up to 10 ms before
// that of the clock.
static constexpr std::int64_t tick = 10; // ms

static void mark(
    const timespec& time, const std::vector<Interval>& intervals, std::vector<bool>& found)
{
    const std::int64_t at = milliseconds_of(time);
    for (std::size_t index = 0; index < intervals.size(); ++index)
        if (at + tick >= intervals[index].begin && at <= intervals[index].end)
            found[index] = true;
}

std::vector<bool> have_changes(const std::string& root, const std::vector<Interval>& intervals,
    const std::set<std::string>& known)
{
    std::vector<bool> found(intervals.size());
    const auto end = Clock::now() + max_time;
    std::set<std::string> parents; // their times change with those files, which may be replaced
    for (const std::string& path : known)
        parents.insert(path.substr(0, std::min(path.rfind('/'), path.size())));
    std::size_t count = 0;
    std::error_code error;
    std::filesystem::recursive_directory_iterator entry(
        root, std::filesystem::directory_options::skip_permission_denied, error);
    for (; !error && entry != std::filesystem::recursive_directory_iterator();
         entry.increment(error)) {
        const std::string path = entry->path();
        const std::string name = entry->path().filename();
        struct stat status { };
        if (name == ".git" || (name == ".agentcli" && entry.depth() == 0)) {
            entry.disable_recursion_pending();
            continue;
        }
        const bool is_over = ++count > max_entries || Clock::now() > end;
        if (is_over || std::find(found.begin(), found.end(), false) == found.end())
            break;
        const std::string relative = path.substr(std::min(path.size(), root.size() + 1));
        if (lstat(path.c_str(), &status) != 0 || known.contains(relative)
            || (S_ISDIR(status.st_mode) && parents.contains(relative)))
            continue;
        mark(S_ISDIR(status.st_mode) ? status.st_mtim : status.st_ctim, intervals, found);
    }
    return found;
}

}
