#include "toolkit/ignore/directory_rules.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <fcntl.h>

#include <algorithm>
#include <utility>

namespace toolkit::ignore {

namespace {

constexpr std::size_t max_ignore_file_bytes = 4 << 20;

std::string text_of(const File& file, const std::string& path, std::size_t* bytes_left)
{
    if (!file)
        return {};
    const std::size_t most = bytes_left == nullptr
        ? max_ignore_file_bytes
        : std::min(*bytes_left + 1, max_ignore_file_bytes);
    std::string text;
    try {
        text = system::read_range(file, path, 0, most);
    } catch (const ToolError&) {
        return {};
    }
    if (bytes_left != nullptr && text.size() > *bytes_left)
        throw ToolError(
            Code::too_large, "the ignore rules are too large: " + text::in_quotes(path));
    if (bytes_left != nullptr)
        *bytes_left -= text.size();
    if (text.size() == max_ignore_file_bytes) // drops a rule that was cut
        text.resize(text.rfind('\n') + 1);
    return text;
}

std::string text_in(const File& directory, const std::string& name, std::size_t* bytes_left)
{
    return text_of(system::open_in(directory, name, O_RDONLY), name, bytes_left);
}

std::string text_at(const Workspace& workspace, const std::string& path, std::size_t* bytes_left)
{
    File file;
    try {
        file = workspace.open_to_read(path);
    } catch (const ToolError&) {
        return {};
    }
    return text_of(file, path, bytes_left);
}

}

IgnoreLevels level_of(const Workspace& workspace, const DirectoryPlace& directory,
    const IgnoreFiles& files, const IgnoreLevels& outer)
{
    if (!files.has_ignore && !files.has_gitignore && !files.has_git)
        return outer;
    const std::size_t root = workspace.root_path() == "/" ? 1 : workspace.root_path().size() + 1;
    IgnoreLevel level {outer, root + directory.path.size(), {}, {}};
    if (files.has_ignore)
        level.own = glob::IgnoreRules(text_in(directory.file, ".ignore", files.bytes_left));
    level.is_repository = files.has_git;
    level.folds_case = outer && outer->folds_case;
    if (files.has_git) {
        RepositoryRules rules = rules_of_repository(directory.path,
            [&](const std::string& path) { return text_at(workspace, path, files.bytes_left); });
        level.repository = std::move(rules.excludes);
        level.folds_case = rules.folds_case;
    }
    if (files.has_gitignore)
        level.git = rules_of_git(
            text_in(directory.file, ".gitignore", files.bytes_left), level.folds_case);
    return std::make_shared<const IgnoreLevel>(std::move(level));
}

IgnoreLevels level_at(const Workspace& workspace, const std::string& path,
    const IgnoreLevels& outer, std::size_t* bytes_left)
{
    const File directory = workspace.open_directory(path.empty() ? "." : path);
    const bool has_git = static_cast<bool>(system::open_in(directory, ".git", O_PATH));
    return level_of(workspace, {directory, path}, {true, true, has_git, bytes_left}, outer);
}

IgnoreLevels levels_above(
    const Workspace& workspace, const std::string& path, const Surroundings& surroundings)
{
    IgnoreLevels levels = surroundings.outside;
    for (std::size_t end = 0; end < path.size(); end = path.find('/', end) + 1) {
        const std::string above = path.substr(0, end);
        if (!workspace.may_use(end == 0 ? "." : above))
            continue;
        levels = level_at(workspace, above, levels);
    }
    return levels;
}

}
