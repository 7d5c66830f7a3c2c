#include "known_files.hpp"

#include "repository.hpp"

#include "toolkit/system/directory.hpp"
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
#include <vector>

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

bool KnownFiles::Mark::is_of(const struct stat& status) const
{
    return inode == status.st_ino && size == status.st_size && is_same(changed, status.st_ctim);
}

const std::string* KnownFiles::text_of(const std::string& path, const struct stat& status) const
{
    const auto mark = marks.find(path);
    if (!is_exact || mark == marks.end() || !mark->second.is_of(status)
        || !is_before(status.st_ctim, start))
        return nullptr;
    const auto text = texts.find(path);
    return text == texts.end() ? nullptr : &text->second;
}

namespace {

// A file or directory, as in agentcli/read.
struct KnownEntry {
    std::string_view path;
    KnownFiles::Mark mark;
    std::string_view text; // empty for a directory
};

constexpr std::array files_of_repository {"HEAD", "index", "packed-refs", "shallow"};

bool names_directory(std::string_view path) { return path.ends_with('/'); }

// Returns them in the order of their paths, so that a directory comes before what is in it.
std::map<std::string_view, KnownEntry> known_entries(const KnownFiles& files)
{
    std::map<std::string_view, KnownEntry> entries;
    for (const auto& [path, text] : files.texts)
        if (const auto mark = files.marks.find(path); mark != files.marks.end())
            entries.emplace(path, KnownEntry {path, mark->second, text});
    for (const auto& [path, mark] : files.directories)
        entries.emplace(path, KnownEntry {path, mark, ""});
    return entries;
}

}

std::string text_of_known(const KnownFiles& files)
{
    std::string all;
    bool has_all = files.is_exact && files.marks.size() == files.texts.size()
        && files.directories.contains("refs/") && files.directories.contains("logs/")
        && files.directories.contains("worktrees/");
    for (const auto& [path, entry] : known_entries(files)) {
        const KnownFiles::Mark& mark = entry.mark;
        if ((!names_directory(path) && entry.text.size() != static_cast<std::size_t>(mark.size))
            || !is_before(mark.changed, files.start)) {
            has_all = false;
            continue;
        }
        for (const std::uint64_t number :
            {static_cast<std::uint64_t>(mark.inode), static_cast<std::uint64_t>(mark.size),
                static_cast<std::uint64_t>(mark.changed.tv_sec),
                static_cast<std::uint64_t>(mark.changed.tv_nsec)})
            all += std::to_string(number) + " ";
        all += std::to_string(path.size()) + "\n";
        all += path;
        all += entry.text;
    }
    return std::to_string(files.start.tv_sec) + " " + std::to_string(files.start.tv_nsec)
        + (has_all ? " 1\n" : " 0\n") + all;
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

// Takes the first entry from the text; nullopt if it is malformed.
static std::optional<KnownEntry> take_known_entry(std::string_view& text)
{
    const auto numbers = take_numbers<5>(text);
    if (!numbers)
        return std::nullopt;
    const auto [inode, size, seconds, nanoseconds, size_of_path] = *numbers;
    if (size_of_path > text.size())
        return std::nullopt;
    KnownEntry entry {text.substr(0, size_of_path),
        {inode, static_cast<off_t>(size), time_of(seconds, nanoseconds)}, {}};
    text.remove_prefix(size_of_path);
    if (names_directory(entry.path))
        return entry;
    if (size > text.size())
        return std::nullopt;
    entry.text = text.substr(0, size);
    text.remove_prefix(size);
    return entry;
}

KnownFiles known_in(std::string_view text)
{
    KnownFiles files;
    const auto head = take_numbers<3>(text);
    if (!head)
        return {};
    files.start = time_of((*head)[0], (*head)[1]);
    while (!text.empty()) {
        const auto entry = take_known_entry(text);
        if (!entry)
            return {};
        const std::string path(entry->path);
        if (names_directory(path)) {
            files.directories[path] = entry->mark;
            continue;
        }
        files.texts.emplace_hint(files.texts.end(), path, entry->text);
        files.marks[path] = entry->mark;
    }
    return files;
}

namespace {

// Compares entries with a repository, in the order of their paths.
class KnownComparison {
public:
    explicit KnownComparison(const File& repository)
        : repository(repository)
    {
    }

    bool is_same(const KnownEntry& entry)
    {
        while (!open.empty() && !entry.path.starts_with(open.back().path))
            open.pop_back();
        const std::size_t begin = open.empty() ? 0 : open.back().path.size();
        const File& above = open.empty() ? repository : open.back().directory;
        const std::string name(entry.path.substr(begin, entry.path.find('/', begin) - begin));
        struct stat status { };
        if (!names_directory(entry.path))
            return fstatat(above.descriptor(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0
                && S_ISREG(status.st_mode) && entry.mark.is_of(status);
        File directory(openat(
            above.descriptor(), name.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (!directory || fstat(directory.descriptor(), &status) != 0 || !entry.mark.is_of(status))
            return false;
        open.push_back({entry.path, std::move(directory)});
        return true;
    }

private:
    struct Open {
        std::string_view path;
        File directory;
    };
    const File& repository;
    std::vector<Open> open; // each is in the one before it
};

}

bool is_whole(std::string_view text)
{
    const auto head = take_numbers<3>(text);
    return head && (*head)[2] == 1;
}

bool is_as_known(const File& repository, std::string_view text)
{
    if (!is_whole(text))
        return false;
    text.remove_prefix(text.find('\n') + 1);
    KnownComparison comparison(repository);
    std::size_t found = 0;
    while (!text.empty()) {
        const auto entry = take_known_entry(text);
        if (!entry || !comparison.is_same(*entry))
            return false;
        found += entry->path.find('/') == std::string_view::npos ? 1U : 0U;
    }
    return found
        == static_cast<std::size_t>(std::count_if(
            files_of_repository.begin(), files_of_repository.end(), [&](const char* name) {
                return faccessat(repository.descriptor(), name, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
            }));
}

static File own_directory(const File& repository)
{
    return system::open_beneath(repository, "agentcli", O_PATH | O_DIRECTORY, without_links);
}

std::string read_known_text(const File& repository)
{
    const File own = own_directory(repository);
    const File file = own ? system::open_in(own, name_of_file, O_RDONLY) : File();
    try {
        return file ? system::read_range(file, name_of_file, 0, max_size) : "";
    } catch (const ToolError&) {
        return "";
    }
}

void write_known_text(const File& repository, const std::string& text)
{
    const File own = own_directory(repository);
    if (!own || text.size() > max_size)
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
