// The repositories that GitWatch looks at.
#include "git_obeys.hpp"

#include "git_index.hpp"
#include "repository.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/system/open_beneath.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>

#include <deque>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace exec::git {

using namespace toolkit;

namespace {

constexpr std::uint64_t led_nowhere = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS | RESOLVE_NO_SYMLINKS;
constexpr std::size_t max_repositories = 256;

IndexNames names_in_file(
    const Workspace& workspace, Budget& budget, const std::string& path, std::size_t hash_size)
{
    const File file = system::open_beneath(
        workspace.root(), path, O_RDONLY | O_NONBLOCK | O_NOCTTY, led_nowhere);
    if (!file || !S_ISREG(system::status_of(file, path).st_mode))
        return {};
    const std::size_t most = budget.left(Cost::indexes);
    const std::string text = system::read_range(file, path, 0, most);
    if (!budget.take(Cost::indexes, text.size() == most ? most + 1 : text.size()))
        return {};
    return names_in_index(text, hash_size);
}

}

std::vector<std::string> GitWatch::linked_repositories(GitState& state, const Tree& tree) const
{
    constexpr std::size_t hash_size = 20;
    constexpr std::size_t longer_hash_size = 32;
    Budget& budget = state.budget();
    const std::string& directory = tree.directories.front();
    const bool is_longer
        = text_of(workspace, budget, directory + "/config").find("sha256") != std::string::npos;
    const auto names_of = [&](const std::string& name) {
        return names_in_file(
            workspace, budget, directory + "/" + name, is_longer ? longer_hash_size : hash_size);
    };
    IndexNames names = names_of("index");
    if (!names.shared.empty()) {
        IndexNames shared = names_of("sharedindex." + names.shared);
        names.is_cut = names.is_cut || shared.is_cut;
        for (std::string& link : shared.links)
            names.links.push_back(std::move(link));
    }
    if (names.is_cut)
        budget.leave_out("an index has more than 1,000 repositories");
    if (names.hides_links)
        budget.leave_out("an index has repositories that only git can name");
    std::vector<std::string> paths;
    for (const std::string& link : names.links)
        if (std::string path = beneath(tree.path, link); budget.take_path(Cost::trees, path))
            paths.push_back(std::move(path));
    return paths;
}

// That of the workspace, and those that are entries of its index and so on. Adds what each has.
std::vector<GitWatch::Tree> GitWatch::trees_of(GitState& state) const
{
    std::set<std::string> seen;
    std::vector<Tree> found;
    std::deque<std::string> paths {"."};
    for (; !paths.empty() && found.size() < max_repositories; paths.pop_front()) {
        Tree tree {paths.front(), {}};
        if (!seen.insert(tree.path).second)
            continue;
        try {
            state.add(beneath(tree.path, ".git"));
            tree.directories = git_directories(workspace, state.budget(), tree.path);
            for (const std::string& directory : tree.directories) {
                for (const char* name :
                    {"/commondir", "/config.worktree", "/rr-cache", "/MERGE_RR"})
                    state.add(directory
                        + name); // which may be removed: known for sure, whatever the limit
                state.add_repository(directory);
            }
            if (tree.directories.empty())
                continue;
            for (std::string& link : linked_repositories(state, tree))
                paths.push_back(std::move(link));
            found.push_back(std::move(tree));
        } catch (const ToolError&) { // names that are none
            continue;
        }
    }
    if (!paths.empty())
        state.budget().leave_out("there are more than 256 repositories");
    return found;
}

}
