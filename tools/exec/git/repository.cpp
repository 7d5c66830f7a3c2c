#include "repository.hpp"

#include "way.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/open_beneath.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>

#include <algorithm>
#include <climits>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

namespace exec::git {

using namespace toolkit;

namespace {

constexpr std::uint64_t without_links
    = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS;

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

std::vector<std::string> linked_trees_outside(
    const Workspace& workspace, Budget& budget, const std::string& git_directory)
{
    std::vector<std::string> trees;
    for (const std::string& name : names_in(workspace, git_directory + "/worktrees")) {
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

}
