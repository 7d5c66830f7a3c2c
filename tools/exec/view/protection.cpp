#include "protection.hpp"

#include "mounts.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/workspace/git_directories.hpp"
#include "tools/exec/git/repository.hpp"
#include "tools/exec/git/shown_names.hpp"
#include "tools/exec/sandbox/namespaces.hpp"
#include "tools/exec/sandbox/privileges.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace exec::view {

using namespace toolkit;

namespace {

using namespace mounts;

// `pinned` makes a place a mount of its own, which cannot be moved or removed; `closed` also makes
// it read-only.
enum class Treatment { pinned, closed };

constexpr const char* what = "a protected path";
constexpr std::array parts_of_linked_tree {"commondir", "config.worktree", "gitdir"};

// Keyed by the path relative to the root; a directory comes before what it contains.
using Treatments = std::map<std::string, Treatment>;

// Pins the directories above `path`: if one could be moved away, another could take its place.
void pin_above(Treatments& treatments, const std::string& path)
{
    for (std::size_t end = path.find('/'); end != std::string::npos; end = path.find('/', end + 1))
        treatments.emplace(path.substr(0, end), Treatment::pinned);
}

void close(Treatments& treatments, const std::string& path)
{
    pin_above(treatments, path);
    treatments[path] = Treatment::closed;
}

// Returns an empty File if the path does not exist or leads through a link; the last component may
// be a link.
File find(const File& root, const std::string& path)
{
    constexpr std::uint64_t no_links
        = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS;
    File place = system::open_beneath(root, path, O_PATH | O_NOFOLLOW, no_links);
    if (!place && errno != ENOENT && errno != ENOTDIR && errno != ELOOP)
        throw sandbox::unavailable(std::string(what) + ", open");
    return place;
}

// Closes the path and, if it is a link, its target, unless that would close a directory that
// contains the path.
void close_with_target(Treatments& treatments, const Workspace& workspace, const std::string& path)
{
    close(treatments, path);
    try {
        const auto target = workspace.find(path);
        if (target && *target != path && *target != "." && !path.starts_with(*target + "/"))
            close(treatments, *target);
    } catch (const ToolError&) { // the target is outside, where nothing can be changed
        return;
    }
}

Treatments treatments_of(
    const Workspace& workspace, const File& root, const std::vector<std::string>& hidden)
{
    Treatments treatments;
    for (const std::string& path : hidden)
        if (const auto inside = text::strip_root(path, workspace.root_path());
            inside && !inside->empty())
            pin_above(treatments, inside->substr(1));
    for (const std::string& path : workspace.repository())
        if (const File place = find(root, path);
            place && S_ISLNK(system::status_of(place, what).st_mode))
            close(treatments, path);
    git::Budget budget;
    for (const std::string& directory : git::git_directories(workspace, budget, ".")) {
        for (const workspace::GitPart& part : workspace::git_parts)
            close_with_target(treatments, workspace, directory + "/" + part.name);
        for (const std::string& tree : git::linked_trees_outside(workspace, budget, directory))
            for (const char* part : parts_of_linked_tree)
                close(treatments, tree + "/" + part);
        close(treatments, directory + "/worktrees/" + git::tree_of_names);
    }
    if (git::is_bare(workspace)) // the objects that exist are mounted there
        close(treatments, "agentcli");
    const File git = find(root, ".git");
    if (!git || !S_ISDIR(system::status_of(git, what).st_mode))
        close(treatments, ".git");
    close(treatments, ".agentcli");
    for (const std::string& path : workspace.protected_by_operator())
        close(treatments, path);
    return treatments;
}

// Not every kernel can mount over a link; in that case the link is not protected.
void apply(Treatment treatment, const File& place)
{
    const bool is_link = S_ISLNK(system::status_of(place, what).st_mode);
    try {
        const File copy = copy_of(place, Depth::with_mounts_beneath, what);
        if (treatment == Treatment::closed)
            restrict_copy(copy, read_only, what);
        attach(copy, place, what);
    } catch (const ToolError&) {
        if (!is_link)
            throw;
    }
}

// Makes the missing parts: if a command made these directories, it would decide what git runs. Acts
// with the rights of the owner of the repository, who could exchange anything in it meanwhile.
void make_parts(const File& opened, const std::string& config)
{
    constexpr mode_t usual = S_IRWXU | S_IRGRP | S_IXGRP | S_IROTH | S_IXOTH;
    if (!opened)
        return;
    const sandbox::ActingAs acting(sandbox::account_of_owner(opened));
    for (const workspace::GitPart& part : workspace::git_parts)
        if (part.is_directory)
            mkdirat(opened.descriptor(), part.name, usual);
    if (git::has_worktree_config(config))
        File(openat(opened.descriptor(), "config.worktree", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
            S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH));
    git::make_place_for_shown_names(opened);
}

}

void protect(const Workspace& workspace, const std::vector<std::string>& hidden)
{
    const File root(open(workspace.root_path().c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (!root)
        throw sandbox::unavailable("the workspace, open");
    for (const auto& [path, treatment] : treatments_of(workspace, root, hidden)) {
        const File place = find(root, path);
        if (!place)
            continue;
        apply(treatment, place);
    }
}

void protect_repositories(const std::string& written, const std::vector<std::string>& repositories)
{
    Treatments treatments;
    const File root(open(written.c_str(), O_PATH | O_CLOEXEC));
    if (!root)
        throw sandbox::unavailable("a path given by --write, open");
    for (const std::string& repository : repositories)
        for (const std::string& path : git::obeyed_paths(repository)) {
            if (text::strip_root(written, path))
                return apply(Treatment::closed, root);
            if (const auto inside = text::strip_root(path, written))
                close(treatments, inside->substr(1));
        }
    if (!S_ISDIR(system::status_of(root, what).st_mode)) {
        if (written.ends_with("/.git")) // the file has the path of a repository
            apply(Treatment::closed, root);
        return;
    }
    if (const File git = find(root, ".git"); git && !S_ISDIR(system::status_of(git, what).st_mode))
        close(treatments, ".git");
    for (const auto& [path, treatment] : treatments)
        if (const File place = find(root, path))
            apply(treatment, place);
}

void make_protectable(const Workspace& workspace)
{
    git::Budget budget;
    const std::vector<std::string> directories = git::git_directories(workspace, budget, ".");
    if (!directories.empty()
        && faccessat(workspace.root().descriptor(), (directories.back() + "/HEAD").c_str(), F_OK,
               AT_SYMLINK_NOFOLLOW)
            == 0)
        make_parts(find(workspace.root(), directories.back()),
            git::text_of(workspace, directories.back() + "/config"));
}

// Skips linked working trees: they have a commondir, and do not need these parts.
void make_protectable(const std::vector<std::string>& repositories)
{
    for (const std::string& directory : repositories) {
        const File opened(open(directory.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
        if (opened && faccessat(opened.descriptor(), "HEAD", F_OK, AT_SYMLINK_NOFOLLOW) == 0
            && faccessat(opened.descriptor(), "commondir", F_OK, AT_SYMLINK_NOFOLLOW) != 0)
            make_parts(opened, git::text_outside(directory + "/config"));
    }
}

}
