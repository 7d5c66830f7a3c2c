#include "frontends/serve/process_figures.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <ctime>
#include <sstream>
#include <string>
#include <vector>

namespace frontends::serve {

static std::uint64_t allowed_descriptors()
{
    rlimit limit {};
    return getrlimit(RLIMIT_NOFILE, &limit) == 0 ? limit.rlim_cur : 0;
}

ProcessFigures::ProcessFigures()
    : memory(open("/proc/self/statm", O_RDONLY | O_CLOEXEC))
    , descriptors(open("/proc/self/fd", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    , max_descriptors(allowed_descriptors())
    , page_bytes(static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)))
    , started(std::chrono::system_clock::now())
{
}

std::optional<ProcessFigures::Now> ProcessFigures::now() const
try {
    constexpr std::size_t max_bytes = 256;
    if (!memory || !descriptors)
        return std::nullopt;
    Now figures;
    std::istringstream pages(system::read_range(memory, "statm", 0, max_bytes));
    pages >> figures.virtual_bytes >> figures.resident_bytes;
    figures.virtual_bytes *= page_bytes;
    figures.resident_bytes *= page_bytes;
    if (lseek(descriptors.descriptor(), 0, SEEK_SET) == 0)
        system::for_each_entry(
            descriptors, "fd", [&](std::string_view, unsigned char) { ++figures.descriptors; });
    figures.max_descriptors = max_descriptors;
    timespec used {};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    figures.processor_seconds
        = static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) / 1e9;
    figures.started = std::chrono::duration<double>(started.time_since_epoch()).count();
    return figures;
} catch (const ToolError&) {
    return std::nullopt;
}

bool can_open(std::size_t count)
{
    std::vector<File> opened;
    while (opened.size() < count) {
        opened.emplace_back(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0));
        if (!opened.back())
            return false;
    }
    return true;
}

}
