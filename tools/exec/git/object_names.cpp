#include "object_names.hpp"

#include "object_files.hpp"
#include "repository.hpp"
#include "shown_names.hpp"
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
#include <iterator>
#include <string_view>
#include <utility>

namespace exec::git {

namespace {

constexpr std::size_t max_entries = 50'000;
constexpr std::size_t max_bytes = std::size_t {64} << 20;
constexpr std::size_t max_index = std::size_t {16} << 20;
constexpr std::size_t max_ref = 4096;
constexpr std::array single_files {"HEAD", "shallow", "index"};
constexpr std::array files_of_tree {"HEAD", "index", "gitdir", "commondir", "locked"};

std::string beneath_tree(const std::string& tree, const std::string& name)
{
    return tree.empty() ? name : tree + "/" + name;
}

KnownFiles::Mark mark_of_directory(const File& directory)
{
    const struct stat status = system::status_of(directory, "a directory of refs");
    return {status.st_ino, status.st_size, status.st_ctim};
}

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
    , files {time_of_changes(), is_alone && has_exact_times(directory), {}, {}, {}}
    , files_left(max_entries)
    , bytes_left(max_bytes)
{
    read(directory);
}

ObjectNames::ObjectNames(KnownFiles known_files, const timespec& now)
    : before(nullptr)
    , known(nullptr)
    , files(std::move(known_files))
    , files_left(0)
    , bytes_left(0)
{
    files.start = now;
    for (const auto& [path, mark] : files.directories)
        if (path != "worktrees/")
            directories.insert(path.substr(0, path.size() - 1));
}

ObjectNames::ObjectNames(
    const File& directory, const ObjectNames& before, const std::optional<sandbox::Account>& owner)
    : before(&before)
    , known(&before.files)
    , owner(owner)
    , files {time_of_changes(), true, {}, {}, {}}
    , files_left(max_entries)
    , bytes_left(max_bytes)
{
    read(directory);
}

// First the refs, so that no reflog uses up what may be read; packed-refs after them, since git
// moves them there.
void ObjectNames::read(const File& directory)
{
    std::vector<std::string> trees = working_trees(directory);
    trees.insert(trees.begin(), "");
    for (const std::string& tree : trees)
        read_files(directory, tree);
    read_directories(directory, directories_in("refs", trees));
    read_file(directory, "packed-refs", "packed-refs");
    read_directories(directory, directories_in("logs", trees));
    if (before != nullptr && !reason.empty())
        read_before_packed(directory);
    if (!reason.empty() || !unread_files.empty())
        files.directories.clear();
    is_news = is_news || files.marks.size() != known->marks.size();
    known = nullptr;
}

// Returns the directories "refs" or "logs" of the trees, and what was in them before.
std::vector<std::string> ObjectNames::directories_in(
    const std::string& name, const std::vector<std::string>& trees) const
{
    std::vector<std::string> found;
    if (before != nullptr)
        std::copy_if(before->directories.begin(), before->directories.end(),
            std::back_inserter(found), [&](const std::string& path) {
                return (std::string(path_in_tree(path)) + "/").starts_with(name + "/");
            });
    for (const std::string& tree : trees)
        found.push_back(beneath_tree(tree, name));
    return found;
}

// Reads those files in refs that git reads instead of lines in packed-refs, however many.
void ObjectNames::read_before_packed(const File& directory)
{
    has_limits = false;
    for (const auto& [name, id] : refs_in(files.texts)) {
        if (files.texts.contains(name))
            continue;
        if (const File parent = open_directory(directory, text::parent_of(name)))
            read_file(parent, text::name_of(name), name);
    }
    has_limits = true;
}

bool ObjectNames::take(const std::string& path, std::size_t bytes)
{
    if (!has_limits)
        return true;
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
        files.directories[here + "/"] = mark_of_directory(opened);
        files.directories[here + "/"] = mark_of_directory(opened);
        for (std::string& inner : read_directory(opened, here))
            waiting.push_back(std::move(inner));
    }
}

// Reads the files of the repository, or of one of its working trees ("worktrees/NAME").
void ObjectNames::read_files(const File& directory, const std::string& tree)
{
    const File opened = system::open_beneath(
        directory, tree.empty() ? "." : tree, O_PATH | O_DIRECTORY, without_links);
    if (!opened)
        return;
    if (tree.empty())
        for (const char* name : single_files)
            read_file(opened, name, name);
    else
        for (const char* name : files_of_tree)
            read_file(opened, name, beneath_tree(tree, name));
}

// Returns "worktrees/NAME" for each working tree that can be read.
std::vector<std::string> ObjectNames::working_trees(const File& directory)
{
    std::vector<std::string> trees;
    const File opened = open_directory(directory, "worktrees");
    if (!opened)
        return trees;
    const KnownFiles::Mark mark = mark_of_directory(opened);
    try {
        system::for_first_entries(
            opened, "worktrees", max_entries, [&](std::string_view name, unsigned char type) {
                if (type == DT_DIR && name != tree_of_names)
                    trees.push_back("worktrees/" + std::string(name));
            });
    } catch (const ToolError&) {
        return {};
    }
    if (trees.empty())
        files.directories["worktrees/"] = mark;
    std::erase_if(trees, [&](const std::string& tree) { return !open_directory(directory, tree); });
    return trees;
}

}
