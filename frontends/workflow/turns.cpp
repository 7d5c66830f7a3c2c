#include "frontends/workflow/workers.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string>

namespace frontends::workflow {

WorkerSlots::WorkerSlots(std::size_t count)
{
    std::array<int, 2> ends {};
    if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        throw system::system_error("cannot make a pipe");
    to_take = File(ends[0]);
    to_give = File(ends[1]);
    for (std::size_t i = 1; i < count; ++i)
        give();
}

bool WorkerSlots::take() const
{
    char turn = 0;
    return read(to_take.descriptor(), &turn, 1) == 1;
}

void WorkerSlots::give() const
{
    [[maybe_unused]] const ssize_t put = write(to_give.descriptor(), "", 1);
}

static std::string first_line_of(const std::string& path)
{
    const File file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, 4096> text {};
    const ssize_t count = file ? read(file.descriptor(), text.data(), text.size()) : 0;
    const std::string all(text.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    return all.substr(0, all.find('\n'));
}

// Returns the number of processors in a quota: 2 for "200000 100000"; a large number for "max
// 100000" and if there is no quota.
static std::size_t processors_in(const std::string& quota)
{
    constexpr std::size_t many = 10'000;
    std::size_t time = 0;
    std::size_t period = 0;
    const char* const end = quota.data() + quota.size();
    const auto first = std::from_chars(quota.data(), end, time);
    if (first.ec != std::errc() || first.ptr == end)
        return many;
    const auto second = std::from_chars(first.ptr + 1, end, period);
    if (second.ec != std::errc() || period == 0)
        return many;
    return std::max<std::size_t>(1, (time + period - 1) / period);
}

std::size_t processor_count()
{
    cpu_set_t set {};
    std::size_t count = sched_getaffinity(0, sizeof set, &set) == 0
        ? static_cast<std::size_t>(CPU_COUNT(&set))
        : 1;
    // "0::/a/b": each directory of the path has a quota.
    const std::string own = first_line_of("/proc/self/cgroup");
    std::string path = own.starts_with("0::/") ? own.substr(3) : "/";
    for (;; path.erase(path.rfind('/'))) {
        count = std::min(count, processors_in(first_line_of("/sys/fs/cgroup" + path + "/cpu.max")));
        if (path.find('/') == std::string::npos)
            return std::max<std::size_t>(count, 1);
    }
}

}
