#include "git_obeys.hpp"

#include "repository.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/path_walk.hpp"
#include "toolkit/text/path_names.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <deque>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace exec::git {

using namespace toolkit;

namespace {

constexpr std::uint64_t by_no_link = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS;

constexpr std::array names_of_configs {"/config", "/config.worktree"};
// A URL may leave the second one out (git-clone(1)).
constexpr std::array suffixes_of_repositories {"", ".git"};

bool is_regular(const Workspace& workspace, const std::string& path)
{
    struct stat status { };
    const File file = system::open_beneath(workspace.root(), path, O_PATH | O_NOFOLLOW, by_no_link);
    return file && fstat(file.descriptor(), &status) == 0 && S_ISREG(status.st_mode);
}

bool is_there(const Workspace& workspace, const std::string& path)
{
    return static_cast<bool>(
        system::open_beneath(workspace.root(), path, O_PATH | O_NOFOLLOW, by_no_link));
}

// As git finds out.
bool is_repository(const Workspace& workspace, const std::string& path)
{
    return is_there(workspace, beneath(path, "HEAD"))
        && is_there(workspace, beneath(path, "objects"))
        && is_there(workspace, beneath(path, "refs"));
}

// As the parts of a path: what is in a directory follows it at once.
bool is_before(const std::string& left, const std::string& right)
{
    const auto rank
        = [](char letter) { return letter == '/' ? 0 : static_cast<unsigned char>(letter); };
    return std::lexicographical_compare(left.begin(), left.end(), right.begin(), right.end(),
        [&](char one, char other) { return rank(one) < rank(other); });
}

// Without what is in another of them.
std::vector<std::string> outermost(std::vector<std::string> paths)
{
    std::sort(paths.begin(), paths.end(), is_before);
    std::vector<std::string> kept;
    for (std::string& path : paths)
        if (kept.empty() || (path != kept.back() && !path.starts_with(kept.back() + "/")))
            kept.push_back(std::move(path));
    std::sort(kept.begin(), kept.end());
    return kept;
}

std::size_t cut_to_most(std::vector<std::string>& paths)
{
    constexpr std::size_t most = 100;
    const std::size_t more = paths.size() - std::min(paths.size(), most);
    paths.resize(paths.size() - more);
    return more;
}

// Whom the shell or git may know, and we don't: "~alice/x", not "~1".
bool is_home_of_user(std::string_view text)
{
    return text.size() > 1 && text.front() == '~'
        && (text[1] == '_' || std::isalpha(static_cast<unsigned char>(text[1])) != 0);
}

}

GitWatch::GitWatch(const Workspace& workspace, UserConfigs user)
    : workspace(workspace)
    , user(std::move(user))
    , before(state())
{
}

// Where a path that stands in a config leads, if that is in the workspace. Some lead out and in
// again, or name the workspace otherwise. A link on the way counts wherever it leads.
std::optional<std::string> GitWatch::find_named(
    GitState& state, const std::string& directory, const std::string& named) const
{
    if (named.empty())
        return std::nullopt;
    const auto path = path_in_config(user.homes, directory, named);
    if (!path && is_home_of_user(named))
        state.budget().leave_out("a config names the home of a user who is not in /etc/passwd");
    if (!path)
        return std::nullopt;
    const Way way = find_way(workspace, state.budget(), Cost::names, *path);
    state.add_links(way);
    return way.target;
}

// Programs and hooks are relative to the working tree.
void GitWatch::add_names(GitState& state, const GitConfig& config, const std::string& tree) const
{
    const std::string directory = workspace.root_path() + "/" + tree;
    for (const auto* some : {&config.hooks, &config.templates})
        for (const std::string& path : *some)
            if (const auto found = find_named(state, directory, path))
                state.add_with_content(*found);
    for (const std::string& word : config.words)
        for (const char* suffix : suffixes_of_repositories) {
            if (!state.budget().take(Cost::names, 1))
                return;
            const auto found = find_named(state, directory, word + suffix);
            if (!found || *found == ".")
                continue;
            if (is_regular(workspace, *found))
                state.add(*found);
            else
                add_named_directory(state, *found);
        }
}

// A repository by its path or its working tree (the URL of a remote: its hooks are run by who
// pushes), or a template for new ones.
void GitWatch::add_named_directory(GitState& state, const std::string& path) const
{
    for (const std::string& directory : git_directories(workspace, state.budget(), path))
        state.add_repository(directory);
    if (is_repository(workspace, path))
        state.add_repository(path);
    state.add_with_content(path + "/hooks");
}

// A config outside that was not read before the command is one that a link of the workspace leads
// to, or that nobody here can read.
GitConfig GitWatch::content_of(GitState& state, const std::string& path, const Way& way) const
{
    if (way.target)
        return read_git_config(text_of(workspace, state.budget(), *way.target));
    const auto known = user.contents.find(path);
    if (known == user.contents.end() && way.is_there && !way.links.empty())
        state.budget().leave_out("a link in the workspace leads to a config outside");
    return known == user.contents.end() ? GitConfig {} : known->second;
}

// And what it includes, as deep as git does.
void GitWatch::add_config(GitState& state, const std::string& first, const std::string& tree) const
{
    constexpr int max_depth = 10;
    const bool is_of_user
        = std::find(user.configs.begin(), user.configs.end(), first) != user.configs.end();
    std::set<std::string> seen;
    for (std::deque<std::pair<std::string, int>> files {{first, 0}}; !files.empty();
         files.pop_front()) {
        const auto& [path, depth] = files.front();
        if (!seen.insert(path).second)
            continue;
        const Way way = find_way(workspace, state.budget(), Cost::names, path);
        is_of_user ? state.add_user_file(way) : state.add_way(way);
        const GitConfig config = content_of(state, path, way);
        add_names(state, config, tree);
        for (const std::string& included : config.included) {
            const auto place = path_in_config(user.homes, text::parent_of(path), included);
            if (!place)
                state.budget().leave_out("a config includes a file of a user who is not in "
                                         "/etc/passwd");
            else if (depth < max_depth && state.budget().take_path(Cost::names, *place))
                files.emplace_back(*place, depth + 1);
        }
    }
}

// Where programs and hooks of the repository start: beside `.git`, and in core.worktree.
std::vector<std::string> GitWatch::places_of(GitState& state, const Tree& tree) const
{
    std::vector<std::string> places {tree.path};
    for (const std::string& directory : tree.directories)
        for (const char* name : names_of_configs) {
            const std::string named
                = read_git_config(text_of(workspace, state.budget(), directory + name)).tree;
            const auto place = find_named(state, workspace.root_path() + "/" + directory, named);
            if (place && std::find(places.begin(), places.end(), *place) == places.end())
                places.push_back(*place);
        }
    return places;
}

GitState GitWatch::state() const
{
    GitState state(workspace);
    // Without a valid .git, git takes the root itself for a repository if it looks like one.
    if (is_repository(workspace, ".")) {
        for (const char* name : {"HEAD", "config", "config.worktree", "commondir"})
            state.add(name);
        state.add_with_content("hooks");
    }
    std::vector<Tree> trees = trees_of(state);
    if (trees.empty())
        trees.push_back({".", {}}); // what the user's configs name, git may obey elsewhere
    for (const std::string& path : user.others)
        state.add_user_file(find_way(workspace, state.budget(), Cost::names, path));
    for (const Tree& tree : trees)
        try {
            for (const std::string& place : places_of(state, tree)) {
                for (const std::string& path : user.configs)
                    add_config(state, path, place);
                for (const std::string& directory : tree.directories)
                    for (const char* name : names_of_configs)
                        add_config(state, workspace.root_path() + "/" + directory + name, place);
            }
        } catch (const ToolError&) {
            continue;
        }
    state.add_data();
    return state;
}

GitWatch::Found GitWatch::look(Leavings leavings) const
{
    Found found;
    const GitState now = leavings == Leavings::removed ? remove_planted(found) : state();
    std::vector<std::string> changed;
    for (const auto& [path, mark] : now.marks())
        if (const auto old = before.marks().find(path);
            old == before.marks().end() || !(old->second == mark))
            changed.push_back(path);
    for (const std::string& path : before.user_files())
        if (!now.marks().contains(path) && now.budget().reason().empty())
            changed.push_back(path);
    found.obeyed = outermost(std::move(changed));
    std::stable_partition(found.obeyed.begin(), found.obeyed.end(),
        [](const std::string& path) { return path == ".git" || path.ends_with("/.git"); });
    found.more = cut_to_most(found.obeyed);
    found.more_removed = cut_to_most(found.removed);
    found.incomplete = now.budget().reason();
    return found;
}

}
