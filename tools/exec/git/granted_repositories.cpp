#include "granted_repositories.hpp"

#include "tools/exec/sandbox/flag_path.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/file.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/workspace/git_directories.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

namespace exec::git {

using namespace toolkit;

namespace {

constexpr std::array parts_of_working_tree {"commondir", "config.worktree", "gitdir"};

std::string first_line(const std::string& path)
{
    const std::string text = text_outside(path);
    return text.substr(0, text.find_first_of("\r\n"));
}

// The directory that `path`, as a file in `from` has it, leads to; empty if there is none.
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

// Returns the directories of git of a working tree, or of a bare repository.
std::vector<std::string> directories_of(const std::string& tree)
{
    constexpr std::string_view word = "gitdir: ";
    std::string own = directory_at(tree, ".git");
    if (const std::string line = first_line(tree + "/.git"); line.starts_with(word))
        own = directory_at(tree, line.substr(word.size()));
    else if (own.empty() && faccessat(AT_FDCWD, (tree + "/HEAD").c_str(), F_OK, 0) == 0)
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
    std::vector<std::string> trees = written;
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
    const std::unique_ptr<DIR, int (*)(DIR*)> listing(opendir(trees.c_str()), closedir);
    const std::size_t end = paths.size() + max_trees * parts_of_working_tree.size();
    while (const dirent* entry = listing && paths.size() < end ? readdir(listing.get()) : nullptr)
        if (const std::string_view name = entry->d_name; name != "." && name != "..")
            for (const char* part : parts_of_working_tree)
                paths.push_back(trees + entry->d_name + "/" + part);
    return paths;
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
