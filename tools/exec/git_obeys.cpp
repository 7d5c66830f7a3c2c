#include "git_obeys.hpp"

#include "git_index.hpp"
#include "repository.hpp"

#include "toolkit/error.hpp"
#include "toolkit/opening.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <set>
#include <string_view>

namespace {

constexpr std::uint64_t by_no_link = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS;
constexpr const char* todo = "/rebase-merge/git-rebase-todo"; // its lines may be commands of a shell
constexpr std::size_t most_repositories = 64;
constexpr std::size_t most_of_indexes = 128 << 20; // bytes of all

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view blank = " \t\r\"";
    text.remove_prefix(std::min(text.size(), text.find_first_not_of(blank)));
    return text.substr(0, text.find_last_not_of(blank) + 1);
}

// The values of a config that name a file which git runs or reads; a name of a program without a slash is none.
std::vector<std::string> paths_in_config(std::string_view config)
{
    std::vector<std::string> paths;
    while (!config.empty()) {
        const std::string_view line = config.substr(0, config.find('\n'));
        config.remove_prefix(std::min(config.size(), line.size() + 1));
        const std::size_t equals = line.find('=');
        const std::string key(trimmed(line.substr(0, equals)));
        for (const char* wanted : {"hooksPath", "path", "fsmonitor"})
            if (equals != std::string_view::npos && strcasecmp(key.c_str(), wanted) == 0)
                paths.emplace_back(trimmed(line.substr(equals + 1)));
    }
    return paths;
}

}

GitWatch::GitWatch(const Workspace& workspace)
    : workspace(workspace)
    , before(marks())
{
}

void GitWatch::add(Marks& marks, const std::string& path) const
{
    const File entry = open_beneath(workspace.root(), path, O_PATH | O_NOFOLLOW, by_no_link);
    struct stat status { };
    if (!entry || fstat(entry.descriptor(), &status) != 0)
        return;
    const timespec changed = S_ISDIR(status.st_mode) ? timespec {} : status.st_ctim;
    marks[path] = {status.st_dev, status.st_ino, changed.tv_sec, changed.tv_nsec};
}

void GitWatch::add_all_in(Marks& marks, const std::string& directory) const
{
    for (const std::string& name : names_in(workspace, directory))
        if (!name.ends_with(".sample"))
            add(marks, directory + "/" + name);
}

void GitWatch::add_repository(Marks& marks, const std::string& directory) const
{
    for (const char* name : {"/config", "/config.worktree", "/commondir", "/info/attributes", todo})
        add(marks, directory + name);
    for (const char* name : {"/hooks", "/remotes", "/branches"})
        add_all_in(marks, directory + name);
    for (const std::string& name : names_in(workspace, directory + "/modules"))
        for (const char* part : {"", "/config", "/commondir"})
            add(marks, directory + "/modules/" + name + part);
    const LinkedTrees trees = linked_trees(workspace, directory);
    for (const auto* some : {&trees.outside, &trees.inside})
        for (const std::string& tree : *some) {
            add(marks, tree + "/config.worktree");
            add(marks, tree + todo);
            if (text_of(workspace, tree + "/commondir") != "../..\n")
                add(marks, tree + "/commondir");
        }
}

// Those of hooks and programs are relative to the working tree, included ones to the config: both are tried.
void GitWatch::add_named_by_config(
    Marks& marks, const std::string& config, const std::string& directory) const
{
    for (const std::string& path : paths_in_config(config))
        for (const std::string& from : {std::string("."), directory})
            try {
                const auto found = workspace.find(path.starts_with('/') ? path : beneath(from, path));
                if (!found || *found == ".")
                    continue;
                add(marks, *found);
                add_all_in(marks, *found);
            } catch (const ToolError&) { // outside, for one
                continue;
            }
}

std::vector<std::string> GitWatch::linked_repositories(
    const std::string& tree, const std::string& directory, std::size_t& room) const
{
    constexpr std::size_t hash_size = 20;
    constexpr std::size_t longer_hash_size = 32;
    const auto names_of = [&](const std::string& name) {
        const std::string path = directory + "/" + name;
        const File file = open_beneath(workspace.root(), path, O_RDONLY | O_NONBLOCK | O_NOCTTY, by_no_link);
        std::string text;
        if (file && S_ISREG(status_of(file, path).st_mode)) {
            text = read_range(file, path, 0, room);
            room -= text.size();
        }
        const bool is_longer = text_of(workspace, directory + "/config").find("sha256") != std::string::npos;
        return names_in_index(text, is_longer ? longer_hash_size : hash_size);
    };
    IndexNames names = names_of("index");
    if (!names.shared.empty())
        for (std::string& link : names_of("sharedindex." + names.shared).links)
            names.links.push_back(std::move(link));
    for (std::string& link : names.links)
        link = beneath(tree, link);
    return names.links;
}

GitWatch::Marks GitWatch::marks() const
{
    Marks marks;
    std::set<std::string> seen;
    std::size_t room = most_of_indexes;
    for (std::deque<std::string> trees {"."}; !trees.empty() && seen.size() < most_repositories;
         trees.pop_front()) {
        const std::string& tree = trees.front();
        if (!seen.insert(tree).second)
            continue;
        try {
            add(marks, beneath(tree, ".git"));
            const std::vector<std::string> directories = git_directories(workspace, tree);
            for (const std::string& directory : directories)
                add_repository(marks, directory);
            if (directories.empty())
                continue;
            if (tree == ".")
                add_named_by_config(
                    marks, text_of(workspace, directories.back() + "/config"), directories.back());
            for (const std::string& link : linked_repositories(tree, directories.front(), room))
                trees.push_back(link);
        } catch (const ToolError&) { // names that are none
            continue;
        }
    }
    return marks;
}

bool GitWatch::remove_if_planted(const std::string& directory, const char* name) const
{
    if (before.contains(directory + "/" + name))
        return false;
    const File opened = open_beneath(workspace.root(), directory, O_RDONLY | O_DIRECTORY, by_no_link);
    return opened && unlinkat(opened.descriptor(), name, 0) == 0;
}

GitWatch::Found GitWatch::look(Leavings leavings) const
{
    constexpr std::size_t most = 100;
    Found found;
    const bool is_new = !before.contains(".git");
    const std::vector<std::string> directories = git_directories(workspace, ".");
    for (const std::string& directory :
        is_new || leavings == Leavings::reported ? std::vector<std::string>() : directories)
        for (const char* name : {"commondir", "config.worktree"})
            if ((name == std::string_view("commondir")
                    || !has_worktree_config(text_of(workspace, directory + "/config")))
                && remove_if_planted(directory, name))
                found.removed.push_back(directory + "/" + name);
    std::string above;
    for (const auto& [path, mark] : marks()) {
        const auto old = before.find(path);
        if ((old != before.end() && old->second == mark) || found.obeyed.size() == most
            || (!above.empty() && path.starts_with(above)))
            continue;
        found.obeyed.push_back(path);
        above = path + "/";
    }
    return found;
}
