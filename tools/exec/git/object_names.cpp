#include "object_names.hpp"

#include "object_files.hpp"
#include "repository.hpp"
#include "tools/exec/sandbox/privileges.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/text/path_names.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <climits>
#include <ctime>
#include <string_view>
#include <utility>

namespace exec::git {

namespace {

constexpr std::size_t max_entries = 50'000;
constexpr std::size_t max_bytes = std::size_t {64} << 20;
constexpr std::size_t max_index = std::size_t {16} << 20;
constexpr std::size_t max_ref = 4096;
constexpr std::array single_files {"HEAD", "packed-refs", "shallow", "index"};
constexpr std::array files_of_tree {"HEAD", "index", "gitdir", "commondir"};

// As git writes a symbolic ref; it reads one that is a link, too.
std::string text_of_symbolic(const File& directory, const std::string& name)
{
    std::array<char, PATH_MAX> target {};
    const ssize_t size
        = readlinkat(directory.descriptor(), name.c_str(), target.data(), target.size());
    const std::string_view text(target.data(), size < 0 ? 0 : static_cast<std::size_t>(size));
    return is_ref_name(text) ? "ref: " + std::string(text) + "\n" : unreadable_text;
}

}

ObjectNames::ObjectNames(const File& directory, const KnownFiles& known, bool is_alone)
    : before(nullptr)
    , known(&known)
    , files {time_of_changes(), is_alone && has_exact_times(directory), {}, {}}
    , files_left(max_entries)
    , bytes_left(max_bytes)
{
    read_tree(directory, "");
    read_working_trees(directory);
    end();
}

ObjectNames::ObjectNames(
    const File& directory, const ObjectNames& before, const std::optional<sandbox::Account>& owner)
    : before(&before)
    , known(&before.files)
    , owner(owner)
    , files {time_of_changes(), true, {}, {}}
    , files_left(max_entries)
    , bytes_left(max_bytes)
{
    read_directories(directory, {before.directories.begin(), before.directories.end()});
    read_tree(directory, "");
    read_working_trees(directory);
    end();
}

void ObjectNames::end()
{
    is_news = is_news || files.marks.size() != known->marks.size();
    known = nullptr;
}

bool ObjectNames::take(const std::string& path, std::size_t bytes)
{
    const auto old = before == nullptr ? Texts::const_iterator() : before->files.texts.find(path);
    if (before != nullptr && old != before->files.texts.end()) {
        const std::size_t growth = bytes - std::min(bytes, old->second.size());
        if (growth <= bytes_left) {
            bytes_left -= growth;
            return true;
        }
        reason = "refs and reflogs grew by more than " + std::to_string(max_bytes >> 20) + " MiB";
        return false;
    }
    if (files_left == 0)
        reason = "more than " + std::to_string(max_entries) + " refs and reflogs";
    else if (bytes > bytes_left)
        reason = "refs and reflogs of more than " + std::to_string(max_bytes >> 20) + " MiB";
    if (files_left == 0 || bytes > bytes_left)
        return false;
    --files_left;
    bytes_left -= bytes;
    return true;
}

// Returns how large the file may be. What existed may have grown.
std::size_t ObjectNames::most(const std::string& path) const
{
    const std::string_view name = path_in_tree(path);
    if (name == "index")
        return max_index;
    if (!is_log(path) && name != "packed-refs" && name != "shallow")
        return max_ref;
    const auto old = before == nullptr ? Texts::const_iterator() : before->files.texts.find(path);
    return max_bytes
        + (before == nullptr || old == before->files.texts.end() ? 0 : 2 * old->second.size());
}

// If it has changed, and its owner may not read it or look into it, changes its mode, by a
// descriptor.
void ObjectNames::make_accessible(
    const File& directory, const std::string& name, const struct stat& status) const
{
    const bool is_directory = S_ISDIR(status.st_mode);
    const mode_t needed = is_directory ? S_IRWXU : S_IRUSR | S_IWUSR;
    if (before == nullptr || (status.st_mode & needed) == needed
        || !(is_directory || S_ISREG(status.st_mode))
        || is_before(status.st_ctim, before->files.start))
        return;
    const File place(openat(directory.descriptor(), name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    const sandbox::ActingAs acting(owner);
    if (struct stat now {};
        place && fstat(place.descriptor(), &now) == 0 && now.st_ino == status.st_ino)
        make_usable(place);
}

File ObjectNames::open_directory(const File& directory, const std::string& path) const
{
    constexpr int to_list = O_RDONLY | O_DIRECTORY;
    File opened = system::open_beneath(directory, path, to_list, without_links);
    struct stat status { };
    if (before == nullptr
        || (opened && fstat(opened.descriptor(), &status) == 0
            && (status.st_mode & S_IRWXU) == S_IRWXU))
        return opened;
    const File parent = system::open_beneath(
        directory, text::parent_of(path), O_PATH | O_DIRECTORY, without_links);
    const auto there = parent ? system::status_in(parent, text::name_of(path)) : std::nullopt;
    if (there)
        make_accessible(parent, text::name_of(path), *there);
    return system::open_beneath(directory, path, to_list, without_links);
}

std::string ObjectNames::text_of(
    const File& directory, const std::string& name, const std::string& path, std::size_t size)
{
    is_news = true;
    const File file(openat(directory.descriptor(), name.c_str(),
        O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    try {
        if (file && S_ISREG(system::status_of(file, path).st_mode))
            return system::read_range(file, path, 0, size);
    } catch (const ToolError&) {
        return unreadable_text;
    }
    return unreadable_text;
}

void ObjectNames::read_file(const File& directory, const std::string& name, const std::string& path)
{
    struct stat status { };
    if (files.marks.contains(path)
        || fstatat(directory.descriptor(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0
        || S_ISDIR(status.st_mode))
        return;
    make_accessible(directory, name, status);
    const bool is_file = S_ISREG(status.st_mode);
    const auto size = is_file ? static_cast<std::size_t>(status.st_size) : 0;
    if (is_file && size > most(path)) {
        if (path_in_tree(path) == "index")
            unread_files.insert(path);
        else {
            files.texts[path] = unreadable_text;
            if (most(path) > max_ref)
                reason = path + " is larger than " + std::to_string(max_bytes >> 20) + " MiB";
        }
    } else if (take(path, size)) {
        if (const std::string* text = known->text_of(path, status))
            files.texts[path] = *text;
        else if (S_ISLNK(status.st_mode))
            files.texts[path] = text_of_symbolic(directory, name);
        else
            files.texts[path] = is_file ? text_of(directory, name, path, size) : unreadable_text;
        files.marks[path] = {status.st_ino, status.st_size, status.st_ctim};
    }
}

// Reads the files of a directory, and returns the paths of those in it.
std::vector<std::string> ObjectNames::read_directory(const File& opened, const std::string& path)
{
    std::vector<std::string> inner;
    bool is_empty = true;
    try {
        system::for_each_entry(opened, path, [&](std::string_view name, unsigned char type) {
            const std::string entry = path + "/" + std::string(name);
            is_empty = false;
            if (name.starts_with('.') || name.ends_with(".lock")) // git does not look at them
                return;
            if (type != DT_DIR)
                read_file(opened, std::string(name), entry);
            else if (inner.size() < max_entries)
                inner.push_back(entry);
        });
    } catch (const ToolError&) {
        return inner;
    }
    if (is_empty && before != nullptr && !before->directories.contains(path))
        empty.push_back(path);
    return inner;
}

// Those that are nearer to the top first.
void ObjectNames::read_directories(const File& directory, std::vector<std::string> waiting)
{
    for (std::size_t at = 0; at < waiting.size(); ++at) {
        const std::string here = waiting[at];
        if (directories.contains(here))
            continue;
        const bool is_old = before != nullptr && before->directories.contains(here);
        if (!is_old && directories.size() >= max_entries) {
            reason = "more than " + std::to_string(max_entries) + " directories of refs";
            return;
        }
        const File opened = open_directory(directory, here);
        if (!opened)
            continue;
        directories.insert(here);
        for (std::string& inner : read_directory(opened, here))
            waiting.push_back(std::move(inner));
    }
}

// Reads the files of the repository, or of one of its working trees ("worktrees/NAME").
void ObjectNames::read_tree(const File& directory, const std::string& prefix)
{
    const File opened = system::open_beneath(
        directory, prefix.empty() ? "." : prefix, O_PATH | O_DIRECTORY, without_links);
    if (!opened)
        return;
    const std::string start_of_path = prefix.empty() ? "" : prefix + "/";
    for (const char* name : prefix.empty() ? single_files : files_of_tree)
        read_file(opened, name, start_of_path + name);
    if (!prefix.empty())
        read_file(opened, "locked", start_of_path + "locked");
    read_directories(directory, {start_of_path + "refs", start_of_path + "logs"});
}

void ObjectNames::read_working_trees(const File& directory)
{
    const File trees = open_directory(directory, "worktrees");
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
        if (open_directory(directory, "worktrees/" + name))
            read_tree(directory, "worktrees/" + name);
}

}
