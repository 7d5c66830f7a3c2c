#include "repository.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/open_beneath.hpp"
#include "toolkit/workspace/git_directories.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>

namespace exec::git {

using namespace toolkit;

namespace {

constexpr std::uint64_t without_links
    = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS;

// Where a path that stands in a file of `directory` leads, beneath the root.
std::optional<std::string> find_from(
    const Workspace& workspace, const std::string& directory, const std::string& path)
{
    try {
        return path.empty()
            ? std::nullopt
            : workspace.find(path.starts_with('/') ? path : beneath(directory, path));
    } catch (const ToolError&) { // outside, for one
        return std::nullopt;
    }
}

std::string line_of(const Workspace& workspace, const std::string& path)
{
    std::string text = text_of(workspace, path);
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
    constexpr std::size_t most = 1 << 20;
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

std::vector<std::string> git_directories(const Workspace& workspace, const std::string& tree)
{
    std::vector<std::string> followed;
    std::vector<std::string> found;
    for (std::string& directory : workspace::find_git_directories(workspace, tree, followed)) {
        const bool is_usable = directory != "." && is_directory(workspace, directory);
        if (!is_usable && found.empty())
            return {};
        if (is_usable && std::find(found.begin(), found.end(), directory) == found.end())
            found.push_back(std::move(directory));
    }
    return found;
}

LinkedTrees linked_trees(const Workspace& workspace, const std::string& git_directory)
{
    LinkedTrees trees;
    for (const std::string& name : names_in(workspace, git_directory + "/worktrees")) {
        const std::string directory = git_directory + "/worktrees/" + name;
        const std::string place = line_of(workspace, directory + "/gitdir");
        if (place.empty())
            continue;
        (find_from(workspace, directory, place) ? trees.inside : trees.outside)
            .push_back(directory);
    }
    return trees;
}

bool leads_inside(const Workspace& workspace, const std::string& directory, const std::string& file)
{
    return find_from(workspace, directory, line_of(workspace, file)).has_value();
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

}
