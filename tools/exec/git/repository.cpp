#include "repository.hpp"

#include "shown_names.hpp"

#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/workspace/git_directories.hpp"
#include "tools/exec/sandbox/permissions.hpp"
#include "way.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <climits>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace exec::git {

namespace {

// Where a path that stands in a file of `directory` leads, beneath the root.
std::optional<std::string> find_from(const Workspace& workspace, Budget& budget,
    const std::string& directory, const std::string& path)
{
    return path.empty() ? std::nullopt
                        : find_way(workspace, budget, Cost::trees,
                            path.starts_with('/') ? path : beneath(directory, path))
                              .target;
}

std::string text_up_to(const Workspace& workspace, const std::string& path, std::size_t most)
{
    const File file = system::open_beneath(
        workspace.root(), path, O_RDONLY | O_NONBLOCK | O_NOCTTY, without_links);
    try {
        return file && S_ISREG(system::status_of(file, path).st_mode)
            ? system::read_range(file, path, 0, most)
            : "";
    } catch (const ToolError&) {
        return "";
    }
}

// No path is longer.
std::string line_of(const Workspace& workspace, const std::string& path)
{
    std::string text = text_up_to(workspace, path, 2 * PATH_MAX);
    text.resize(text.find_last_not_of("\r\n") + 1);
    return text;
}

bool is_directory(const Workspace& workspace, const std::string& path)
{
    return static_cast<bool>(
        system::open_beneath(workspace.root(), path, O_PATH | O_DIRECTORY, without_links));
}

}

std::string beneath(const std::string& directory, const std::string& path)
{
    return directory == "." ? path : directory + "/" + path;
}

std::string text_of(const Workspace& workspace, const std::string& path)
{
    return text_up_to(workspace, path, 1 << 20);
}

std::string text_of(const Workspace& workspace, Budget& budget, const std::string& path)
{
    constexpr std::size_t of_opening = 256;
    std::string text = budget.take(Cost::text, of_opening) ? text_of(workspace, path) : "";
    return budget.take(Cost::text, text.size()) ? text : "";
}

std::vector<std::string> git_directories(
    const Workspace& workspace, Budget& budget, const std::string& tree)
{
    constexpr std::string_view word = "gitdir: ";
    auto own = find_way(workspace, budget, Cost::trees, beneath(tree, ".git")).target;
    if (own && !is_directory(workspace, *own)) {
        const std::string line = line_of(workspace, *own);
        own = line.starts_with(word) ? find_from(workspace, budget, tree, line.substr(word.size()))
                                     : std::nullopt;
    }
    if (!own || *own == "." || !is_directory(workspace, *own))
        return {};
    std::vector<std::string> found {*own};
    const auto common = find_from(workspace, budget, *own, line_of(workspace, *own + "/commondir"));
    if (common && *common != "." && *common != *own && is_directory(workspace, *common))
        found.push_back(*common);
    return found;
}

bool is_bare(const Workspace& workspace)
{
    const auto exists
        = [&](const char* name) { return system::status_in(workspace.root(), name).has_value(); };
    Budget budget;
    return exists("HEAD") && exists("objects") && exists("refs")
        && git_directories(workspace, budget, ".").empty();
}

std::vector<std::string> linked_trees_outside(
    const Workspace& workspace, Budget& budget, const std::string& git_directory)
{
    std::vector<std::string> trees;
    for (const std::string& name : names_in(workspace, git_directory + "/worktrees")) {
        if (name == tree_of_names)
            continue;
        std::string directory = git_directory + "/worktrees/" + name;
        const std::string place = line_of(workspace, directory + "/gitdir");
        if (!place.empty() && !find_from(workspace, budget, directory, place))
            trees.push_back(std::move(directory));
    }
    return trees;
}

bool leads_inside(const Workspace& workspace, Budget& budget, const std::string& directory,
    const std::string& file)
{
    return find_from(workspace, budget, directory, line_of(workspace, file)).has_value();
}

bool has_worktree_config(std::string config)
{
    std::transform(config.begin(), config.end(), config.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    });
    return config.find("worktreeconfig") != std::string::npos;
}

std::vector<std::string> names_in(const Workspace& workspace, const std::string& directory)
{
    constexpr std::size_t most = 1000;
    const File opened
        = system::open_beneath(workspace.root(), directory, O_RDONLY | O_DIRECTORY, without_links);
    const std::unique_ptr<DIR, int (*)(DIR*)> listing(opened
            ? fdopendir(openat(opened.descriptor(), ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
            : nullptr,
        closedir);
    std::vector<std::string> names;
    while (const dirent* entry = listing && names.size() < most ? readdir(listing.get()) : nullptr)
        if (const std::string_view name = entry->d_name; name != "." && name != "..")
            names.emplace_back(name);
    std::sort(names.begin(), names.end());
    return names;
}

namespace {

constexpr std::array parts_of_working_tree {"commondir", "config.worktree", "gitdir"};

std::string first_line(const std::string& path)
{
    const std::string text = text_outside(path);
    return text.substr(0, text.find_first_of("\r\n"));
}

// Returns the directory that `path` leads to, which a file in `from` names; empty if it leads to
// none.
std::string directory_at(const std::string& from, const std::string& path)
{
    if (path.empty())
        return {};
    std::string found = sandbox::real_path(path.starts_with('/') ? path : from + "/" + path);
    struct stat status { };
    const bool is_directory
        = !found.empty() && stat(found.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
    return is_directory ? found : std::string();
}

// True if git takes the directory for a bare repository, or for the git directory of a linked
// working tree.
bool is_repository(const std::string& directory)
{
    return exists_outside(directory + "/HEAD")
        && (exists_outside(directory + "/objects") || exists_outside(directory + "/commondir"));
}

// Returns the directories of git of a working tree, or of a bare repository.
std::vector<std::string> directories_of(const std::string& tree)
{
    constexpr std::string_view word = "gitdir: ";
    std::string own = directory_at(tree, ".git");
    if (const std::string line = first_line(tree + "/.git"); line.starts_with(word))
        own = directory_at(tree, line.substr(word.size()));
    else if (own.empty() && is_repository(tree))
        own = tree;
    std::vector<std::string> found;
    if (own.empty())
        return found;
    const std::string common = directory_at(own, first_line(own + "/commondir"));
    found.push_back(std::move(own));
    if (!common.empty())
        found.push_back(common);
    return found;
}

// Returns the working trees and the bare repositories that are directly in the directory: 16 at
// most, of its first 1,000 entries.
std::vector<std::string> trees_in(const std::string& directory)
{
    constexpr std::size_t most = 16;
    constexpr std::size_t max_entries = 1000;
    std::vector<std::string> trees;
    const std::unique_ptr<DIR, int (*)(DIR*)> listing(opendir(directory.c_str()), closedir);
    for (std::size_t count = 0; listing && count < max_entries && trees.size() < most; ++count) {
        const dirent* const entry = readdir(listing.get());
        if (entry == nullptr)
            break;
        const std::string_view name = entry->d_name;
        std::string path = directory + "/" + entry->d_name;
        if ((entry->d_type == DT_DIR || entry->d_type == DT_UNKNOWN) && name != "." && name != ".."
            && (exists_outside(path + "/.git") || is_repository(path)))
            trees.push_back(std::move(path));
    }
    return trees;
}

bool is_beneath(const std::string& path, const std::string& place)
{
    return text::strip_root(path, place).has_value();
}

void add_with_target(std::vector<std::string>& paths, const std::string& path)
{
    paths.push_back(path);
    std::string target = sandbox::real_path(path);
    if (!target.empty() && target != path && !is_beneath(path, target))
        paths.push_back(std::move(target));
}

}

std::vector<std::string> granted_directories(
    const Workspace& workspace, const std::vector<std::string>& written)
{
    std::vector<std::string> trees;
    for (const std::string& path : written) // the path can be inside a repository
        for (std::size_t end = path.size(); end != std::string::npos && end > 0;
             end = path.rfind('/', end - 1))
            trees.push_back(path.substr(0, end));
    for (const std::string& path : written)
        for (std::string& tree : trees_in(path))
            trees.push_back(std::move(tree));
    if (!written.empty())
        trees.push_back(workspace.root_path());
    std::vector<std::string> found;
    for (const std::string& tree : trees)
        for (std::string& directory : directories_of(tree)) {
            const bool is_granted
                = std::any_of(written.begin(), written.end(), [&](const std::string& place) {
                      return is_beneath(directory, place) || is_beneath(place, directory);
                  });
            if (is_granted && !is_beneath(directory, workspace.root_path())
                && std::find(found.begin(), found.end(), directory) == found.end())
                found.push_back(std::move(directory));
        }
    return found;
}

std::vector<std::string> obeyed_paths(const std::string& git_directory)
{
    constexpr std::size_t max_trees = 1000;
    std::vector<std::string> paths;
    for (const workspace::GitPart& part : workspace::git_parts)
        add_with_target(paths, git_directory + "/" + part.name);
    paths.push_back(git_directory + "/gitdir");
    const std::string trees = git_directory + "/worktrees/";
    paths.push_back(trees + tree_of_names);
    const std::unique_ptr<DIR, int (*)(DIR*)> listing(opendir(trees.c_str()), closedir);
    const std::size_t end = paths.size() + max_trees * parts_of_working_tree.size();
    while (const dirent* entry = listing && paths.size() < end ? readdir(listing.get()) : nullptr)
        if (const std::string_view name = entry->d_name; name != "." && name != "..")
            for (const char* part : parts_of_working_tree)
                paths.push_back(trees + entry->d_name + "/" + part);
    return paths;
}

bool exists_outside(const std::string& path)
{
    struct stat status { };
    return lstat(path.c_str(), &status) == 0;
}

std::string text_outside(const std::string& path)
{
    constexpr std::size_t max_size = 1 << 20;
    const File file(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    try {
        return file && S_ISREG(system::status_of(file, path).st_mode)
            ? system::read_range(file, path, 0, max_size)
            : "";
    } catch (const ToolError&) {
        return "";
    }
}

}
