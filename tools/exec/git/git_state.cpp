#include "git_state.hpp"

#include "repository.hpp"
#include "shown_names.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/path_walk.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <memory>
#include <string_view>

namespace exec::git {

using namespace toolkit;

namespace {

constexpr std::uint64_t through_no_link
    = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS;
constexpr std::array data_files {"HEAD", "ORIG_HEAD", "FETCH_HEAD", "COMMIT_EDITMSG", "MERGE_MSG",
    "MERGE_HEAD", "MERGE_MODE", "SQUASH_MSG", "AUTO_MERGE", "CHERRY_PICK_HEAD", "REVERT_HEAD",
    "REBASE_HEAD", "TAG_EDITMSG", "NOTES_EDITMSG", "index", "packed-refs", "shallow", "description",
    "gc.log", "gc.pid"};
constexpr std::array data_directories {"refs", "logs", "lost-found"};

// The paths that a bisection is limited to: git before 2.40 evaluates them in a shell, in `git
// bisect visualize`.
constexpr std::string_view names_of_bisection = "BISECT_NAMES";

// A file *.lock keeps git waiting; it is never read.
bool is_data_file(std::string_view name)
{
    return (name.starts_with("BISECT_") && name != names_of_bisection)
        || name.starts_with("sharedindex.") || name.ends_with(".lock")
        || std::find(data_files.begin(), data_files.end(), name) != data_files.end();
}

bool is_data_directory(std::string_view name)
{
    return std::find(data_directories.begin(), data_directories.end(), name)
        != data_directories.end();
}

std::string text_of_link(const File& root, const std::string& path)
{
    const File link = system::open_beneath(root, path, O_PATH | O_NOFOLLOW, through_no_link);
    std::string text(PATH_MAX, '\0');
    const ssize_t size = link ? readlinkat(link.descriptor(), "", text.data(), text.size()) : 0;
    text.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    return text;
}

unsigned char type_of(int directory, const dirent& entry)
{
    struct stat status { };
    if (entry.d_type != DT_UNKNOWN
        || fstatat(directory, entry.d_name, &status, AT_SYMLINK_NOFOLLOW) != 0)
        return entry.d_type;
    return static_cast<unsigned char>(IFTODT(status.st_mode));
}

}

void GitState::add(const std::string& path)
{
    const File entry
        = system::open_beneath(workspace->root(), path, O_PATH | O_NOFOLLOW, through_no_link);
    struct stat status { };
    if (!entry || fstat(entry.descriptor(), &status) != 0)
        return;
    const timespec changed = S_ISDIR(status.st_mode) ? timespec {} : status.st_ctim;
    all[path] = {status.st_dev, status.st_ino, changed.tv_sec, changed.tv_nsec};
}

void GitState::add_target(const std::string& link)
{
    add_way(find_way(*workspace, bounds, Cost::targets, link));
}

void GitState::add_with_content(const std::string& path)
{
    constexpr std::size_t most = 1000; // of names_in()
    if (path != ".")
        add(path);
    const std::vector<std::string> names = names_in(*workspace, path);
    if (names.size() == most)
        bounds.leave_out("a directory of hooks has more than 1,000 entries");
    for (const std::string& name : names) {
        const std::string entry = beneath(path, name);
        if (name.ends_with(".sample"))
            continue;
        if (!bounds.take_path(Cost::targets, entry))
            return;
        add(entry);
        add_target(entry);
    }
}

void GitState::add_links(const Way& way)
{
    for (const std::string& link : way.links)
        add(link);
}

void GitState::add_way(const Way& way)
{
    add_links(way);
    if (way.target && *way.target != ".")
        add(*way.target);
}

void GitState::add_user_file(const Way& way)
{
    add_way(way);
    if (way.target)
        files_of_user.insert(*way.target);
}

void GitState::add_repository(const std::string& directory)
{
    enter(directory, Kind::repository);
    enter_all(waiting);
}

void GitState::add_data() { enter_all(waiting_data); }

void GitState::enter_all(std::vector<Directory>& directories)
{
    while (!directories.empty()) {
        const Directory next = directories.back();
        directories.pop_back();
        enter(next.path, next.kind);
    }
}

// One that can't be listed can hide what git finds there by its name; if its own name is too long,
// git can't either.
void GitState::enter(const std::string& directory, Kind kind)
{
    if (kind == Kind::repository && !entered.insert(directory).second)
        return;
    const File opened = system::open_beneath(
        workspace->root(), directory, O_RDONLY | O_DIRECTORY, through_no_link);
    const int number
        = opened ? openat(opened.descriptor(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (number < 0) {
        if (errno != ENOENT && errno != ENOTDIR && errno != ELOOP && errno != ENAMETOOLONG)
            all[directory] = {0, 0, 1, 0};
        return;
    }
    const std::unique_ptr<DIR, int (*)(DIR*)> listing(fdopendir(number), closedir);
    while (const dirent* entry = listing ? readdir(listing.get()) : nullptr) {
        const std::string name = entry->d_name;
        if (name == "." || name == "..")
            continue;
        if (!bounds.take_path(Cost::entries, directory + "/" + name))
            return;
        add_entry(directory, name, type_of(number, *entry), kind);
    }
}

void GitState::add_entry(
    const std::string& directory, const std::string& name, unsigned char type, Kind kind)
{
    const std::string path = directory + "/" + name;
    if (type == DT_LNK)
        return add_link(path, name, kind);
    if (type == DT_DIR)
        return add_directory(path, name, kind);
    const bool is_of_data = kind == Kind::data || kind == Kind::objects
        || (kind == Kind::repository
            && (is_data_file(name) || is_usual_file_of_tree(directory, name)
                || is_empty_list(directory, name)));
    const bool is_data = is_of_data && type == DT_REG; // git waits for a pipe
    if (!is_data && !name.ends_with(".sample"))
        add(path);
}

void GitState::add_link(const std::string& path, const std::string& name, Kind kind)
{
    const std::string target = text_of_link(workspace->root(), path);
    if (kind == Kind::repository && name == "HEAD" && target.starts_with("refs/")
        && target.find("/..") == std::string::npos)
        return;
    if (!bounds.take_path(Cost::entries, target))
        return;
    add(path);
    targets[path] = target;
    if (kind == Kind::state)
        add_target(path);
    else if (kind == Kind::repository && !is_data_file(name) && !is_data_directory(name)
        && name != "objects") {
        const Way way = find_way(*workspace, bounds, Cost::targets, path);
        add_links(way);
        if (way.target && *way.target != ".")
            add_with_content(*way.target);
    }
}

void GitState::add_directory(const std::string& path, const std::string& name, Kind kind)
{
    const bool is_of_repository = kind == Kind::repository;
    if (kind == Kind::objects && name != "info")
        return;
    if (kind == Kind::objects || kind == Kind::data
        || (is_of_repository && is_data_directory(name)))
        return waiting_data.push_back({path, Kind::data});
    if (is_of_repository && name == "objects")
        return waiting_data.push_back({path, Kind::objects});
    if (is_of_repository && name == "agentcli") // read-only for commands
        return;
    if (is_of_repository && (name == "worktrees" || name == "modules"))
        return waiting.push_back({path, Kind::folder_of_repositories});
    if (kind == Kind::folder_of_repositories && name == tree_of_names)
        return;
    if (kind != Kind::folder_of_repositories) {
        add(path);
        return waiting.push_back({path, Kind::state});
    }
    const bool is_repository = static_cast<bool>(system::open_beneath(
        workspace->root(), path + "/HEAD", O_PATH | O_NOFOLLOW, through_no_link));
    waiting.push_back({path, is_repository ? Kind::repository : Kind::folder_of_repositories});
}

// As `git worktree add` makes them, for a tree in the workspace.
bool GitState::is_usual_file_of_tree(const std::string& directory, const std::string& name)
{
    const std::size_t end = directory.rfind('/');
    if (end == std::string::npos
        || !std::string_view(directory).substr(0, end).ends_with("/worktrees"))
        return false;
    if (name == "commondir")
        return text_of(*workspace, directory + "/commondir") == "../..\n";
    return name == "locked"
        || (name == "gitdir" && leads_inside(*workspace, bounds, directory, directory + "/gitdir"));
}

bool GitState::is_empty_list(const std::string& directory, const std::string& name) const
{
    return name == names_of_bisection
        && text_of(*workspace, directory + "/" + name).find_first_not_of(" \n")
        == std::string::npos;
}

}
