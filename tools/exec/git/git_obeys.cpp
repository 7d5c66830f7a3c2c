#include "git_obeys.hpp"

#include "git_index.hpp"
#include "repository.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/open_beneath.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace exec::git {

using namespace toolkit;

namespace {

constexpr std::uint64_t by_no_link = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS;
constexpr std::size_t most_repositories = 256;
constexpr std::size_t most_of_indexes = 128 << 20; // bytes of all

std::string variable(const char* name)
{
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

// Where a path that stands in a config leads, if that is in the workspace; relative ones from
// `directory`. Some lead out and in again, or name the workspace otherwise.
std::optional<std::string> find_named(
    const Workspace& workspace, const std::string& directory, const std::string& named)
{
    const std::string path = named.starts_with("~/") ? variable("HOME") + named.substr(1) : named;
    if (path.empty())
        return std::nullopt;
    const std::string whole
        = path.starts_with('/') ? path : workspace.root_path() + "/" + beneath(directory, path);
    for (const bool is_by_another_name : {false, true})
        try {
            std::error_code error;
            auto found = workspace.find(is_by_another_name
                    ? std::filesystem::weakly_canonical(whole, error).string()
                    : whole);
            if (found && *found != ".")
                return found;
        } catch (const ToolError&) { // outside, for one
            continue;
        }
    return std::nullopt;
}

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

std::string directory_of(const std::string& path)
{
    const std::size_t end = path.rfind('/');
    return end == std::string::npos ? "." : path.substr(0, end);
}

bool is_or_is_in(const std::set<std::string>& paths, const std::string& path)
{
    for (std::size_t end = path.find('/'); end != std::string::npos; end = path.find('/', end + 1))
        if (paths.contains(path.substr(0, end)))
            return true;
    return paths.contains(path);
}

}

GitWatch::GitWatch(const Workspace& workspace, std::vector<GitConfig> configs_of_user)
    : workspace(workspace)
    , configs_of_user(std::move(configs_of_user))
    , before(state())
{
}

bool GitWatch::Limits::take_lookups(std::size_t count)
{
    const bool has_left = lookups >= count;
    lookups -= has_left ? count : 0;
    return has_left;
}

// Programs and hooks are relative to the working tree. Of several directories of hooks git takes
// the last.
void GitWatch::add_names(
    GitState& state, const GitConfig& config, const std::string& tree, Limits& limits) const
{
    constexpr std::size_t cost_of_hooks = 50; // a directory is listed
    if (!config.hooks.empty()) {
        if (!limits.take_lookups(cost_of_hooks))
            return state.leave_out();
        if (const auto found = find_named(workspace, tree, config.hooks.back()))
            state.add_with_content(*found);
    }
    for (const std::string& word : config.words) {
        if (!limits.take_lookups(1))
            return state.leave_out();
        const auto found = find_named(workspace, tree, word);
        if (found && is_regular(workspace, *found))
            state.add(*found);
        else if (found)
            add_named_directory(state, *found);
    }
}

// A repository by its path or its working tree (the URL of a remote: its hooks are run by who
// pushes), or a template for new ones.
void GitWatch::add_named_directory(GitState& state, const std::string& path) const
{
    for (const std::string& directory : git_directories(workspace, path))
        state.add_repository(directory);
    if (is_repository(workspace, path))
        state.add_repository(path);
    state.add_with_content(path + "/hooks");
}

// And what it includes, however deep.
void GitWatch::add_config(
    GitState& state, const Config& first, const std::string& tree, Limits& limits) const
{
    GitConfig config = first.content;
    std::string directory = first.directory;
    for (std::deque<std::string> files;; files.pop_front()) {
        add_names(state, config, tree, limits);
        if (!limits.take_lookups(config.included.size()))
            return state.leave_out();
        for (const std::string& path : config.included)
            if (const auto found = find_named(workspace, directory, path))
                files.push_back(*found);
        if (files.empty())
            return;
        state.add(files.front());
        const std::string text = text_of(workspace, files.front());
        if (text.size() > limits.text)
            return state.leave_out();
        limits.text -= text.size();
        config = read_git_config(text);
        directory = directory_of(files.front());
    }
}

std::vector<std::string> GitWatch::linked_repositories(
    GitState& state, const std::string& tree, const std::string& directory, std::size_t& room) const
{
    constexpr std::size_t hash_size = 20;
    constexpr std::size_t longer_hash_size = 32;
    const auto names_of = [&](const std::string& name) {
        const std::string path = directory + "/" + name;
        const File file = system::open_beneath(
            workspace.root(), path, O_RDONLY | O_NONBLOCK | O_NOCTTY, by_no_link);
        std::string text;
        if (file && S_ISREG(system::status_of(file, path).st_mode)) {
            text = system::read_range(file, path, 0, room);
            room -= text.size();
        }
        const bool is_longer
            = text_of(workspace, directory + "/config").find("sha256") != std::string::npos;
        return names_in_index(text, is_longer ? longer_hash_size : hash_size);
    };
    IndexNames names = names_of("index");
    if (!names.shared.empty())
        for (std::string& link : names_of("sharedindex." + names.shared).links)
            names.links.push_back(std::move(link));
    if (names.hides_links)
        state.leave_out();
    for (std::string& link : names.links)
        link = beneath(tree, link);
    return names.links;
}

// That of the workspace, and those that are entries of its index and so on. Adds what each has.
std::vector<std::string> GitWatch::trees_of(GitState& state) const
{
    std::set<std::string> seen;
    std::vector<std::string> found;
    std::size_t room = most_of_indexes;
    // Without a valid .git, git takes the root itself for a repository if it looks like one.
    if (is_repository(workspace, ".")) {
        for (const char* name : {"HEAD", "config", "config.worktree", "commondir"})
            state.add(name);
        state.add_with_content("hooks");
    }
    std::deque<std::string> trees {"."};
    for (; !trees.empty() && found.size() < most_repositories && room > 0; trees.pop_front()) {
        const std::string tree = trees.front();
        if (!seen.insert(tree).second)
            continue;
        try {
            state.add(beneath(tree, ".git"));
            const std::vector<std::string> directories = git_directories(workspace, tree);
            for (const std::string& directory : directories) {
                for (const char* name :
                    {"/commondir", "/config.worktree", "/rr-cache", "/MERGE_RR"})
                    state.add(directory
                        + name); // which may be removed: known for sure, whatever the limit
                state.add_repository(directory);
            }
            if (directories.empty())
                continue;
            found.push_back(tree);
            for (const std::string& link :
                linked_repositories(state, tree, directories.front(), room))
                trees.push_back(link);
        } catch (const ToolError&) { // names that are none
            continue;
        }
    }
    if (!trees.empty())
        state.leave_out();
    return found;
}

GitState GitWatch::state() const
{
    GitState state(workspace);
    Limits limits;
    for (const std::string& tree : trees_of(state))
        try {
            for (const GitConfig& config : configs_of_user)
                add_config(state, {config, variable("HOME")}, tree, limits);
            for (const std::string& directory : git_directories(workspace, tree))
                for (const char* name : {"/config", "/config.worktree"})
                    add_config(state,
                        {read_git_config(text_of(workspace, directory + name)), directory}, tree,
                        limits);
        } catch (const ToolError&) {
            continue;
        }
    state.add_data();
    return state;
}

GitWatch::Found GitWatch::look(Leavings leavings) const
{
    constexpr std::size_t most = 100;
    Found found;
    if (leavings == Leavings::removed)
        remove_planted(found);
    const GitState now = state();
    std::set<std::string> changed;
    for (const auto& [path, mark] : now.marks())
        if (const auto old = before.marks().find(path);
            (old == before.marks().end() || !(old->second == mark)) && !is_or_is_in(changed, path))
            changed.insert(path);
    found.obeyed.assign(changed.begin(), changed.end());
    std::stable_partition(found.obeyed.begin(), found.obeyed.end(),
        [](const std::string& path) { return path == ".git" || path.ends_with("/.git"); });
    found.more = found.obeyed.size() - std::min(found.obeyed.size(), most);
    found.obeyed.resize(found.obeyed.size() - found.more);
    found.is_incomplete = now.is_incomplete();
    return found;
}

}
