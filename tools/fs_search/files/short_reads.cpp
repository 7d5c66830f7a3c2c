#include "short_reads.hpp"

#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include <algorithm>
#include <array>

namespace fs_search::files {

using namespace toolkit;

namespace {

constexpr unsigned xfs = 0x58465342; // not in linux/magic.h

// Those that copy from the page cache up to the file's size, whatever it takes; a network's may
// give less.
constexpr std::array<unsigned, 4> with_whole_reads {
    EXT4_SUPER_MAGIC, xfs, BTRFS_SUPER_MAGIC, TMPFS_MAGIC};

std::optional<dev_t> device_of(const File& file)
{
    struct stat status { };
    if (fstat(file.descriptor(), &status) != 0)
        return std::nullopt;
    return status.st_dev;
}

}

std::optional<dev_t> device_with_whole_reads(const File& file)
{
    struct statfs system { };
    if (fstatfs(file.descriptor(), &system) != 0)
        return std::nullopt;
    const auto kind = static_cast<unsigned>(system.f_type);
    const bool is_known = std::find(with_whole_reads.begin(), with_whole_reads.end(), kind)
        != with_whole_reads.end();
    return is_known ? device_of(file) : std::nullopt;
}

ShortRead short_read_in(const File& directory, const std::optional<dev_t>& device_with_whole_reads)
{
    const bool is_there
        = device_with_whole_reads && device_of(directory) == device_with_whole_reads;
    return is_there ? ShortRead::is_the_end : ShortRead::may_go_on;
}

bool is_written_anew(const struct stat& before, const struct stat& now)
{
    const bool is_same_time = now.st_mtim.tv_sec == before.st_mtim.tv_sec
        && now.st_mtim.tv_nsec == before.st_mtim.tv_nsec;
    return now.st_size < before.st_size || (now.st_size == before.st_size && !is_same_time);
}

}
