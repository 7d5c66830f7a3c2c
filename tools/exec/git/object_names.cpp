#include "object_names.hpp"

#include "repository.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/text/text.hpp"

#include <dirent.h>
#include <fcntl.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>
#include <utility>

namespace exec::git {

namespace {

constexpr std::size_t max_entries = 50'000;
constexpr std::size_t max_bytes = std::size_t {64} << 20;
constexpr std::size_t max_index = std::size_t {16} << 20;
constexpr std::array single_files {"HEAD", "packed-refs", "index"};

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

std::string beneath_prefix(const std::string& directory, std::string_view name)
{
    return directory.empty() ? std::string(name) : directory + "/" + std::string(name);
}

}

ObjectNames::ObjectNames(const File& directory)
    : before(nullptr)
    , start(time_of_changes())
    , entries_left(max_entries)
    , bytes_left(max_bytes)
{
    read_tree(directory, "");
    read_working_trees(directory);
    if (reason.empty())
        return;
    std::erase_if(read, [](const auto& file) {
        return std::find(single_files.begin(), single_files.end(), file.first)
            == single_files.end();
    });
}

ObjectNames::ObjectNames(const File& directory, const ObjectNames& before)
    : before(&before)
    , start(time_of_changes())
    , entries_left(max_entries)
    , bytes_left(max_bytes)
{
    for (const auto& [path, text] : before.read) { // whatever was added to hide them
        const std::size_t slash = path.rfind('/');
        const std::string parent = slash == std::string::npos ? "." : path.substr(0, slash);
        if (const File opened
            = system::open_beneath(directory, parent, O_PATH | O_DIRECTORY, without_links))
            read_file(opened, path.substr(slash + 1), path);
    }
    if (!before.reason.empty())
        return;
    read_tree(directory, "");
    read_working_trees(directory);
}

bool ObjectNames::take(std::size_t bytes)
{
    if (entries_left == 0)
        reason = "more than " + std::to_string(max_entries) + " refs and reflogs";
    else if (bytes > bytes_left)
        reason = "refs and reflogs of more than " + std::to_string(max_bytes >> 20) + " MiB";
    if (!reason.empty())
        return false;
    --entries_left;
    bytes_left -= bytes;
    return true;
}

bool ObjectNames::is_unchanged(const struct stat& status, const std::string& path) const
{
    if (before == nullptr)
        return false;
    const auto mark = before->marks.find(path);
    return mark != before->marks.end() && before->read.contains(path)
        && mark->second.inode == status.st_ino && mark->second.size == status.st_size
        && mark->second.changed.tv_sec == status.st_ctim.tv_sec
        && mark->second.changed.tv_nsec == status.st_ctim.tv_nsec
        && is_before(status.st_ctim, before->start);
}

void ObjectNames::read_file(const File& directory, const std::string& name, const std::string& path)
{
    struct stat status { };
    if (read.contains(path)
        || fstatat(directory.descriptor(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0
        || !S_ISREG(status.st_mode))
        return;
    const auto size = static_cast<std::size_t>(status.st_size);
    if ((name == "index" && size > max_index) || !take(size))
        return;
    marks[path] = {status.st_ino, status.st_size, status.st_ctim};
    if (is_unchanged(status, path)) {
        read[path] = before->read.at(path);
        return;
    }
    const File file(openat(directory.descriptor(), name.c_str(),
        O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    try {
        if (file && S_ISREG(system::status_of(file, path).st_mode))
            read[path] = system::read_range(file, path, 0, size);
    } catch (const ToolError&) {
        return;
    }
}

void ObjectNames::read_directory(const File& directory, const std::string& path)
{
    std::vector<std::string> waiting {path};
    while (!waiting.empty() && reason.empty()) {
        const std::string here = std::move(waiting.back());
        waiting.pop_back();
        const File opened
            = system::open_beneath(directory, here, O_RDONLY | O_DIRECTORY, without_links);
        if (!opened)
            continue;
        try {
            system::for_each_entry(opened, here, [&](std::string_view name, unsigned char type) {
                const std::string entry = here + "/" + std::string(name);
                if (type == DT_DIR && take(0))
                    waiting.push_back(entry);
                else if (type == DT_REG && !name.ends_with(".lock") && reason.empty())
                    read_file(opened, std::string(name), entry);
            });
        } catch (const ToolError&) {
            continue;
        }
    }
}

// Reads the files of the repository, or of one of its working trees ("worktrees/NAME").
void ObjectNames::read_tree(const File& directory, const std::string& prefix)
{
    const File opened = system::open_beneath(
        directory, prefix.empty() ? "." : prefix, O_PATH | O_DIRECTORY, without_links);
    if (!opened)
        return;
    for (const char* name : single_files)
        read_file(opened, name, beneath_prefix(prefix, name));
    for (const char* name : {"refs", "logs"})
        read_directory(directory, beneath_prefix(prefix, name));
}

void ObjectNames::read_working_trees(const File& directory)
{
    const File trees
        = system::open_beneath(directory, "worktrees", O_RDONLY | O_DIRECTORY, without_links);
    if (!trees)
        return;
    std::vector<std::string> names;
    try {
        system::for_first_entries(
            trees, "worktrees", max_entries, [&](std::string_view name, unsigned char type) {
                if (type == DT_DIR)
                    names.emplace_back(name);
            });
    } catch (const ToolError&) {
        return;
    }
    for (const std::string& name : names)
        if (take(0))
            read_tree(directory, "worktrees/" + name);
}

static bool is_id(std::string_view text)
{
    constexpr std::size_t sha1 = 40;
    constexpr std::size_t sha256 = 64;
    return (text.size() == sha1 || text.size() == sha256)
        && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

bool names_object(std::string_view text)
{
    return is_id(text) && text.find_first_not_of('0') != std::string_view::npos;
}

// Returns the first line of the text, and removes it and its newline.
static std::string_view take_line(std::string_view& text)
{
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    return line;
}

std::string_view path_in_tree(std::string_view path)
{
    constexpr std::string_view trees = "worktrees/";
    if (!path.starts_with(trees))
        return path;
    return path.substr(std::min(path.find('/', trees.size()), path.size() - 1) + 1);
}

bool is_log(std::string_view path) { return path_in_tree(path).starts_with("logs/"); }

static bool is_index(std::string_view path) { return path_in_tree(path) == "index"; }

static void add_packed_refs(std::string_view text, std::map<std::string, std::string>& refs)
{
    while (!text.empty()) {
        const std::string_view line = take_line(text);
        const std::size_t space = std::min(line.find(' '), line.size());
        if (names_object(line.substr(0, space)) && space + 1 < line.size())
            refs.emplace(line.substr(space + 1), line.substr(0, space));
    }
}

std::map<std::string, std::string> refs_in(const Texts& texts)
{
    std::map<std::string, std::string> refs;
    for (const auto& [path, text] : texts) {
        std::string_view rest = text;
        const std::string_view line = take_line(rest);
        if (path != "packed-refs" && !is_log(path) && !is_index(path) && names_object(line))
            refs[path] = line;
    }
    if (const auto packed = texts.find("packed-refs"); packed != texts.end())
        add_packed_refs(packed->second, refs);
    return refs;
}

// Returns nullopt for a line that git would not read.
static std::optional<LogLine> log_line(std::string_view line)
{
    const std::size_t first = std::min(line.find(' '), line.size());
    const std::size_t second = std::min(line.find(' ', first + 1), line.size());
    if (second == line.size())
        return std::nullopt;
    LogLine read {std::string(line.substr(0, first)),
        std::string(line.substr(first + 1, second - first - 1)),
        std::string(line.substr(second + 1))};
    if (!is_id(read.was) || !is_id(read.now) || read.time() <= 0)
        return std::nullopt;
    return read;
}

std::int64_t LogLine::time() const
{
    const std::string_view who = std::string_view(rest).substr(0, rest.find('\t'));
    const std::size_t end_of_mail = who.rfind("> ");
    std::int64_t seconds = 0;
    if (end_of_mail == std::string_view::npos)
        return 0;
    const std::string_view digits = who.substr(end_of_mail + 2);
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), seconds);
    const bool has_zone = parsed.ptr != digits.data() + digits.size() && *parsed.ptr == ' ';
    return parsed.ec == std::errc() && has_zone ? seconds : 0;
}

std::vector<LogLine> lines_of_log(std::string_view text)
{
    std::vector<LogLine> lines;
    while (!text.empty())
        if (auto line = log_line(take_line(text)))
            lines.push_back(std::move(*line));
    return lines;
}

bool is_readable(std::string_view path, std::string_view text)
{
    if (is_index(path))
        return text.starts_with("DIRC");
    if (is_log(path))
        return lines_of_log(text).size()
            == static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'))
            && (text.empty() || text.back() == '\n');
    const std::string_view line = text.substr(0, text.find('\n'));
    if (path == "packed-refs")
        return line.starts_with("# pack-refs") || is_id(line.substr(0, line.find(' ')));
    return line.starts_with("ref: refs/") || names_object(line);
}

}
