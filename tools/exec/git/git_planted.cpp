// What GitWatch takes away.
#include "git_obeys.hpp"

#include "removal.hpp"
#include "repository.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/path_walk.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <map>
#include <string_view>
#include <utility>

namespace exec::git {

using namespace toolkit;

namespace {

constexpr std::uint64_t led_by_no_link
    = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS;
constexpr std::size_t most_of_text = 1 << 20; // of text_of()

// Also from a directory that its owner has closed to himself.
bool remove_entry(const Workspace& workspace, const std::string& path, int flags)
{
    const std::size_t end = path.rfind('/');
    const std::string above = path.substr(0, end);
    const File directory
        = system::open_beneath(workspace.root(), above, O_RDONLY | O_DIRECTORY, led_by_no_link);
    if (!directory)
        return false;
    const char* name = path.c_str() + end + 1;
    if (unlinkat(directory.descriptor(), name, flags) == 0)
        return true;
    const mode_t mode = system::status_of(directory, above).st_mode;
    if (errno != EACCES || fchmod(directory.descriptor(), mode | S_IRWXU) != 0)
        return false;
    const bool is_removed = unlinkat(directory.descriptor(), name, flags) == 0;
    fchmod(directory.descriptor(), mode);
    return is_removed;
}

bool remove_directory(const Workspace& workspace, const std::string& path,
    std::chrono::steady_clock::time_point deadline)
{
    if (const File directory
        = system::open_beneath(workspace.root(), path, O_RDONLY | O_DIRECTORY, led_by_no_link))
        remove_content(directory, {}, deadline);
    return remove_entry(workspace, path, AT_REMOVEDIR);
}

}

bool GitWatch::remove_if_planted(const std::string& directory, const char* name) const
{
    const std::string path = directory + "/" + name;
    return !before.marks().contains(path) && remove_entry(workspace, path, 0);
}

// A path in MERGE_RR is read, copied and written by `git commit` and `git rerere`, wherever links
// in it lead.
bool GitWatch::leads_out(GitState& now, const std::string& tree, const std::string& records) const
{
    std::string_view rest = records;
    while (!rest.empty()) {
        const std::string_view record = rest.substr(0, rest.find('\0'));
        rest.remove_prefix(std::min(rest.size(), record.size() + 1));
        const std::string path = beneath(
            tree, std::string(record.substr(std::min(record.size(), record.find('\t') + 1))));
        const Way way = find_way(workspace, now.budget(), Cost::targets, path);
        if (path.starts_with('/') || !way.links.empty() || way.target.value_or(path) != path
            || (way.is_there && !way.target) || ("/" + path + "/").find("/../") != std::string::npos
            || !now.budget().take(Cost::targets, 1))
            return true;
    }
    return records.size() >= most_of_text;
}

bool GitWatch::wants_rerere(GitState& now, const std::string& directory) const
{
    return before.marks().contains(directory + "/rr-cache")
        || read_git_config(text_of(workspace, now.budget(), directory + "/config")).enables_rerere
        || std::any_of(user.contents.begin(), user.contents.end(),
            [](const auto& config) { return config.second.enables_rerere; });
}

void GitWatch::remove_records(Found& found, GitState& now) const
{
    constexpr std::chrono::seconds max_time {2};
    const auto deadline = std::chrono::steady_clock::now() + max_time;
    const auto has_any = [&](const std::string& directory) {
        return now.marks().contains(directory + "/rr-cache")
            || now.marks().contains(directory + "/MERGE_RR");
    };
    if (std::none_of(now.repositories().begin(), now.repositories().end(), has_any))
        return;
    std::map<std::string, std::string> tree_of;
    GitState again(workspace);
    for (const Tree& tree : trees_of(again))
        tree_of[tree.directories.front()] = tree.path;
    for (const std::string& directory : now.repositories()) {
        const std::string cache = directory + "/rr-cache";
        const std::string records = directory + "/MERGE_RR";
        const auto mark = now.marks().find(records);
        if (!has_any(directory))
            continue;
        const bool is_wanted = wants_rerere(now, directory);
        if (!is_wanted && now.marks().contains(cache)
            && remove_directory(workspace, cache, deadline))
            found.removed.push_back(cache);
        if (mark == now.marks().end())
            continue;
        const auto old = before.marks().find(records);
        const bool is_new = old == before.marks().end() || !(old->second == mark->second);
        const auto tree = tree_of.find(directory);
        const bool goes = tree == tree_of.end()
            ? is_new
            : (is_new && !is_wanted) || leads_out(now, tree->second, text_of(workspace, records));
        if (goes && remove_entry(workspace, records, 0))
            found.removed.push_back(records);
    }
}

GitState GitWatch::remove_planted(Found& found) const
{
    Budget budget;
    if (before.marks().contains(".git"))
        for (const std::string& directory : git_directories(workspace, budget, "."))
            for (const char* name : {"commondir", "config.worktree"})
                if ((name == std::string_view("commondir")
                        || !has_worktree_config(text_of(workspace, directory + "/config")))
                    && remove_if_planted(directory, name))
                    found.removed.push_back(directory + "/" + name);
    GitState now = state();
    for (const auto& [path, target] : now.links())
        if (const auto old = before.links().find(path); before.budget().reason().empty()
            && (old == before.links().end() || old->second != target)
            && remove_entry(workspace, path, 0))
            found.removed.push_back(path);
    remove_records(found, now);
    std::sort(found.removed.begin(), found.removed.end());
    return found.removed.empty() ? std::move(now) : state();
}

}
