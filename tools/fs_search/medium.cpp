#include "medium.hpp"

#include "toolkit/error.hpp"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/vfs.h>

#include <algorithm>
#include <array>

namespace {

constexpr unsigned xfs = 0x58465342; // not in linux/magic.h

// Those that copy from the page cache up to the file's size, whatever it takes; a network's may give less.
constexpr std::array<unsigned, 4> with_whole_reads {EXT4_SUPER_MAGIC, xfs, BTRFS_SUPER_MAGIC, TMPFS_MAGIC};

constexpr int few_directories = 16;
constexpr std::size_t most_bytes_of_mounts = 64 << 20;

bool has_whole_reads(const File& file)
{
    struct statfs system { };
    if (fstatfs(file.descriptor(), &system) != 0)
        return false;
    const auto kind = static_cast<unsigned>(system.f_type);
    return std::find(with_whole_reads.begin(), with_whole_reads.end(), kind) != with_whole_reads.end();
}

// As the list of mounts writes paths.
std::string escaped(std::string_view path)
{
    std::string text;
    for (const char byte : path)
        switch (byte) {
        case ' ': text += "\\040"; break;
        case '\t': text += "\\011"; break;
        case '\n': text += "\\012"; break;
        case '\\': text += "\\134"; break;
        default: text += byte;
        }
    return text;
}

// Words are parted by one blank each.
std::string_view word(std::string_view line, int index)
{
    for (; index > 0; --index)
        line.remove_prefix(std::min(line.find(' '), line.size() - 1) + 1);
    return line.substr(0, line.find(' '));
}

}

bool has_mount_beneath(std::string_view mountinfo, std::string_view directory)
{
    constexpr int place = 4; // of the mount point in a line
    const std::string beneath = directory == "/" ? "/" : escaped(directory) + "/";
    while (!mountinfo.empty()) {
        const std::string_view line = mountinfo.substr(0, mountinfo.find('\n'));
        if (const auto point = word(line, place); point.starts_with(beneath) && point != beneath)
            return true;
        mountinfo.remove_prefix(std::min(line.size() + 1, mountinfo.size()));
    }
    return false;
}

Medium::Medium(const Workspace& workspace)
    : root(workspace.root_path())
    , mounts(has_whole_reads(workspace.root()) ? ::open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC) : -1)
{
}

ShortRead Medium::short_read()
{
    if (!mounts || directories.fetch_add(1, std::memory_order_relaxed) < few_directories)
        return ShortRead::may_go_on;
    std::call_once(asked, [&] {
        try {
            if (!has_mount_beneath(read_whole(mounts, "the list of mounts", most_bytes_of_mounts), root))
                answer = ShortRead::is_the_end;
        } catch (const ToolError&) {
            return; // unknown: reads go on
        }
    });
    return answer;
}
