#include "toolkit/workspace/git_directories.hpp"

#include "toolkit/system/path_walk.hpp"
#include "toolkit/workspace/path.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>

#include <optional>
#include <string_view>

namespace toolkit::workspace {

namespace {

constexpr std::uint64_t without_any_link
    = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS;

class GitFollower {
public:
    GitFollower(const Workspace& workspace, std::vector<std::string>& followed)
        : workspace(workspace)
        , followed(followed)
    {
    }

    // Returns where a path in `directory` leads; nullopt if that is not beneath the root.
    std::optional<std::string> resolve(const std::string& directory, const std::string& path)
    {
        try {
            return resolve_by_walking(workspace,
                path.starts_with('/') || path.empty() ? path : text::join_resolved(directory, path),
                LastLink::followed, &followed);
        } catch (const ToolError&) { // such as OUTSIDE_WORKSPACE
            return std::nullopt;
        }
    }

    bool is_directory(const std::string& path) const
    {
        return static_cast<bool>(system::open_beneath(
            workspace.root(), path, O_PATH | O_DIRECTORY | O_NOFOLLOW, without_any_link));
    }

    std::string line_of(const std::string& path) const
    {
        constexpr std::size_t max_size = 1 << 20;
        const File file = system::open_beneath(workspace.root(), path,
            O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW, without_any_link);
        if (!file || !S_ISREG(system::status_of(file, path).st_mode))
            return "";
        std::string text = system::read_range(file, path, 0, max_size);
        text.resize(text.find_last_not_of("\r\n") + 1);
        return text;
    }

private:
    const Workspace& workspace;
    std::vector<std::string>& followed;
};

}

std::vector<std::string> find_git_directories(
    const Workspace& workspace, const std::string& tree, std::vector<std::string>& followed)
{
    constexpr std::string_view word = "gitdir: ";
    GitFollower follower(workspace, followed);
    auto own = follower.resolve(tree, ".git");
    if (own && !follower.is_directory(*own)) {
        const std::string line = follower.line_of(*own);
        own = line.starts_with(word) ? follower.resolve(tree, line.substr(word.size()))
                                     : std::nullopt;
    }
    if (!own)
        return {};
    std::vector<std::string> directories {*own};
    if (auto common
        = follower.resolve(*own, follower.line_of(text::join_resolved(*own, "commondir"))))
        directories.push_back(std::move(*common));
    return directories;
}

}
