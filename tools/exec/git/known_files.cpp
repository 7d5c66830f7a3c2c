#include "known_files.hpp"

#include "repository.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/path_walk.hpp"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

namespace exec::git {

static constexpr const char* name_of_file = "read";
static constexpr std::size_t max_size = std::size_t {64} << 20;

static bool is_same(const timespec& one, const timespec& other)
{
    return one.tv_sec == other.tv_sec && one.tv_nsec == other.tv_nsec;
}

bool has_exact_times(const File& directory)
{
    struct statfs system { };
    if (fstatfs(directory.descriptor(), &system) != 0)
        return false;
    return system.f_type == EXT4_SUPER_MAGIC || system.f_type == XFS_SUPER_MAGIC
        || system.f_type == BTRFS_SUPER_MAGIC;
}

timespec time_of_changes()
{
    timespec now {};
    clock_gettime(CLOCK_REALTIME_COARSE, &now);
    return now;
}

bool is_before(const timespec& one, const timespec& other)
{
    return std::pair(one.tv_sec, one.tv_nsec) < std::pair(other.tv_sec, other.tv_nsec);
}

const std::string* KnownFiles::text_of(const std::string& path, const struct stat& status) const
{
    const auto mark = marks.find(path);
    if (!is_exact || mark == marks.end() || mark->second.inode != status.st_ino
        || mark->second.size != status.st_size || !is_same(mark->second.changed, status.st_ctim)
        || !is_before(status.st_ctim, start))
        return nullptr;
    const auto text = texts.find(path);
    return text == texts.end() ? nullptr : &text->second;
}

std::string text_of_known(const KnownFiles& files)
{
    std::string all
        = std::to_string(files.start.tv_sec) + " " + std::to_string(files.start.tv_nsec) + "\n";
    for (const auto& [path, text] : files.texts) {
        const auto found = files.marks.find(path);
        if (found == files.marks.end())
            continue;
        const KnownFiles::Mark& mark = found->second;
        if (text.size() != static_cast<std::size_t>(mark.size)
            || !is_before(mark.changed, files.start))
            continue;
        for (const std::uint64_t number :
            {static_cast<std::uint64_t>(mark.inode), static_cast<std::uint64_t>(mark.size),
                static_cast<std::uint64_t>(mark.changed.tv_sec),
                static_cast<std::uint64_t>(mark.changed.tv_nsec)})
            all += std::to_string(number) + " ";
        all += std::to_string(path.size()) + "\n";
        all += path;
        all += text;
    }
    return all;
}

// Takes numbers from the first line of the text; nullopt if there are others than `count`.
template<std::size_t count>
static std::optional<std::array<std::uint64_t, count>> take_numbers(std::string_view& text)
{
    std::array<std::uint64_t, count> numbers {};
    for (std::size_t index = 0; index < count; ++index) {
        const auto parsed = std::from_chars(text.data(), text.data() + text.size(), numbers[index]);
        text.remove_prefix(static_cast<std::size_t>(parsed.ptr - text.data()));
        const char end = index + 1 < count ? ' ' : '\n';
        if (parsed.ec != std::errc() || text.empty() || text.front() != end)
            return std::nullopt;
        text.remove_prefix(1);
    }
    return numbers;
}

static timespec time_of(std::uint64_t seconds, std::uint64_t nanoseconds)
{
    return {static_cast<time_t>(seconds), static_cast<long>(nanoseconds)};
}

KnownFiles known_in(std::string_view text)
{
    KnownFiles files;
    const auto start = take_numbers<2>(text);
    if (!start)
        return {};
    files.start = time_of((*start)[0], (*start)[1]);
    while (!text.empty()) {
        const auto numbers = take_numbers<5>(text);
        if (!numbers)
            return {};
        const auto [inode, size, seconds, nanoseconds, size_of_path] = *numbers;
        if (size_of_path > text.size() || size > text.size() - size_of_path)
            return {};
        const std::string path(text.substr(0, size_of_path));
        files.texts.emplace_hint(files.texts.end(), path, text.substr(size_of_path, size));
        files.marks[path] = {inode, static_cast<off_t>(size), time_of(seconds, nanoseconds)};
        text.remove_prefix(size_of_path + size);
    }
    return files;
}

static File own_directory(const File& repository)
{
    return system::open_beneath(repository, "agentcli", O_PATH | O_DIRECTORY, without_links);
}

KnownFiles read_known_files(const File& repository)
{
    const File own = own_directory(repository);
    const File file = own ? system::open_in(own, name_of_file, O_RDONLY) : File();
    try {
        if (file)
            return known_in(system::read_range(file, name_of_file, 0, max_size));
    } catch (const ToolError&) {
        return {};
    }
    return {};
}

void write_known_files(const File& repository, const KnownFiles& files)
{
    const File own = own_directory(repository);
    const std::string text = own ? text_of_known(files) : std::string();
    if (text.empty() || text.size() > max_size)
        return;
    const char* const draft = "read.new";
    const File file = system::create_beneath(own, draft);
    try {
        if (file) {
            system::write_whole(file, name_of_file, text);
            renameat(own.descriptor(), draft, own.descriptor(), name_of_file);
            return;
        }
    } catch (const ToolError&) { // the disk is full
    }
    unlinkat(own.descriptor(), draft, 0); // also that of a call that was killed
}

}
