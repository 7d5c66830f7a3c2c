// What GitWatch takes away.
#include "git_obeys.hpp"

#include "removal.hpp"
#include "repository.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/open_beneath.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <map>
#include <string_view>

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

bool remove_directory(const Workspace& workspace, const std::string& path)
{
    if (const File directory
        = system::open_beneath(workspace.root(), path, O_RDONLY | O_DIRECTORY, led_by_no_link))
        remove_content(directory, {}, std::chrono::steady_clock::now() + std::chrono::seconds(2));
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
bool GitWatch::leads_out(const std::string& tree, const std::string& records) const
{
    std::string_view rest = records;
    while (!rest.empty()) {
        const std::string_view record = rest.substr(0, rest.find('\0'));
        rest.remove_prefix(std::min(rest.size(), record.size() + 1));
        const std::string path = beneath(
            tree, std::string(record.substr(std::min(record.size(), record.find('\t') + 1))));
        try {
            const auto found = workspace.find(path);
            if (path.starts_with('/') || (found && *found != path))
                return true;
        } catch (const ToolError&) {
            return true;
        }
    }
    return records.size() >= most_of_text;
}

void GitWatch::remove_records(Found& found, const GitState& now) const
{
    std::map<std::string, std::string> tree_of;
    GitState ignored(workspace);
    for (const std::string& tree : trees_of(ignored))
        if (const auto directories = git_directories(workspace, tree); !directories.empty())
            tree_of[directories.front()] = tree;
    for (const std::string& directory : now.repositories()) {
        const std::string cache = directory + "/rr-cache";
        const std::string records = directory + "/MERGE_RR";
        const bool is_wanted = before.marks().contains(cache)
            || read_git_config(text_of(workspace, directory + "/config")).enables_rerere
            || std::any_of(configs_of_user.begin(), configs_of_user.end(),
                [](const GitConfig& config) { return config.enables_rerere; });
        if (!is_wanted && now.marks().contains(cache) && remove_directory(workspace, cache))
            found.removed.push_back(cache);
        const auto mark = now.marks().find(records);
        if (mark == now.marks().end())
            continue;
        const auto old = before.marks().find(records);
        const bool is_new = old == before.marks().end() || !(old->second == mark->second);
        const auto tree = tree_of.find(directory);
        const bool goes = tree == tree_of.end()
            ? is_new
            : (is_new && !is_wanted) || leads_out(tree->second, text_of(workspace, records));
        if (goes && remove_entry(workspace, records, 0))
            found.removed.push_back(records);
    }
}

void GitWatch::remove_planted(Found& found) const
{
    if (before.marks().contains(".git"))
        for (const std::string& directory : git_directories(workspace, "."))
            for (const char* name : {"commondir", "config.worktree"})
                if ((name == std::string_view("commondir")
                        || !has_worktree_config(text_of(workspace, directory + "/config")))
                    && remove_if_planted(directory, name))
                    found.removed.push_back(directory + "/" + name);
    const GitState now = state();
    for (const auto& [path, target] : now.links())
        if (const auto old = before.links().find(path); !before.is_incomplete()
            && (old == before.links().end() || old->second != target)
            && remove_entry(workspace, path, 0))
            found.removed.push_back(path);
    remove_records(found, now);
    std::sort(found.removed.begin(), found.removed.end());
}

}
