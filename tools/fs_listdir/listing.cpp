#include "listing.hpp"

#include "toolkit/ignore/directory_rules.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/workspace/own_directory.hpp"

#include <fcntl.h>

#include <algorithm>
#include <deque>
#include <utility>

namespace fs_listdir {

using namespace toolkit;

namespace {

// A directory that has not been read yet.
struct Pending {
    std::string path; // with a '/' after it; empty for the root
    ignore::IgnoreLevels levels; // of the directories above
    std::int64_t depth = 1;
};

std::int64_t number_of_entry(const File& directory, const std::string& name, Order order)
{
    constexpr std::int64_t nanoseconds = 1'000'000'000;
    const File entry = system::open_in(directory, name, O_PATH);
    struct stat status { };
    if (!entry || fstat(entry.descriptor(), &status) != 0)
        return 0;
    return std::max<std::int64_t>(order == Order::size
            ? status.st_size
            : status.st_mtim.tv_sec * nanoseconds + status.st_mtim.tv_nsec,
        0);
}

class Walk {
public:
    Walk(const Workspace& workspace, const Wanted& wanted, const ignore::Surroundings& surroundings,
        const std::string& resolved)
        : workspace(workspace)
        , wanted(wanted)
        , surroundings(surroundings)
        , root(workspace.root_path() == "/" ? "/" : workspace.root_path() + "/")
        , start(resolved == "." ? "" : resolved + "/")
        , first(wanted.order, wanted.max_results + wanted.skip, wanted.after)
    {
    }

    Listing list(const File& directory)
    {
        Pending top {start, {}};
        if (!wanted.with_ignored)
            top.levels = ignore::levels_above(workspace, start, surroundings);
        visit(directory, top);
        // Names are sorted breadth first: directories that come after the last name need not be
        // read.
        while (!pending.empty() && !(wanted.order == Order::name && first.is_truncated())) {
            const Pending next = std::move(pending.front());
            pending.pop_front();
            visit_below(next);
        }
        listing.is_truncated = first.is_truncated();
        listing.names = first.sorted();
        const auto skip = std::min(wanted.skip, listing.names.size());
        listing.names.erase(
            listing.names.begin(), listing.names.begin() + static_cast<std::ptrdiff_t>(skip));
        return std::move(listing);
    }

private:
    void visit_below(const Pending& next)
    {
        try {
            const std::string path = next.path.substr(0, next.path.size() - 1);
            visit(workspace.open_resolved(path, O_RDONLY | O_DIRECTORY), next);
        } catch (const ToolError&) {
            ++listing.skipped;
        }
    }

    void visit(const File& directory, const Pending& place)
    {
        ignore::IgnoreFiles files;
        std::vector<Name> entries; // kept only if ignore files in the directory apply to them
        const std::size_t before = pending.size();
        Pending inner {{}, place.levels, place.depth + 1};
        system::for_each_entry(
            directory, place.path, [&](std::string_view name, unsigned char type) {
                if (workspace::is_temporary_name(name))
                    return;
                Name entry(std::string(place.path).append(name), type == DT_DIR);
                if (wanted.with_ignored)
                    return consider(directory, std::move(entry), inner);
                files.has_git = files.has_git || name == ".git";
                files.has_ignore = files.has_ignore || name == ".ignore";
                files.has_gitignore = files.has_gitignore || name == ".gitignore";
                entries.push_back(std::move(entry));
            });
        if (!entries.empty())
            inner.levels
                = ignore::level_of(workspace, {directory, place.path}, files, place.levels);
        for (Name& entry : entries)
            consider(directory, std::move(entry), inner);
        std::sort(pending.begin() + static_cast<std::ptrdiff_t>(before), pending.end(),
            [](const Pending& left, const Pending& right) { return left.path < right.path; });
    }

    // Adds the entry to the names if it is wanted. `inner` is the Pending for the entry if it is a
    // directory, without its path.
    void consider(const File& directory, Name entry, const Pending& inner)
    {
        if (!is_visible(entry, inner.levels.get()))
            return;
        const bool is_entered = entry.name() != ".git" || is_named(entry);
        if (entry.is_directory && is_entered && inner.depth <= wanted.max_depth)
            pending.push_back({entry.path + "/", inner.levels, inner.depth});
        // A directory that no glob matches may contain entries that match.
        const bool is_wanted = !wanted.has_globs
            || verdict_of(wanted.globs, entry.path, entry.is_directory) == glob::Verdict::kept
            || verdict_of(wanted.globs, entry.path, false) == glob::Verdict::unmentioned;
        if (!is_wanted)
            return;
        if (wanted.order != Order::name)
            entry.number = number_of_entry(directory, std::string(entry.name()), wanted.order);
        first.add(std::move(entry));
    }

    // Returns true unless the entry is hidden or ignored; counts those that are.
    bool is_visible(const Name& entry, const ignore::IgnoreLevel* levels)
    {
        // For a file, "left out" can also mean that no glob matches it.
        if (wanted.has_globs) {
            if (verdict_of(wanted.globs, entry.path, entry.is_directory) == glob::Verdict::left_out)
                return false;
            if (is_named(entry))
                return true;
        }
        const std::string_view name = entry.name();
        const glob::Verdict ignored = wanted.with_ignored ? glob::Verdict::unmentioned
                                                          : ignore_verdict(entry, name, levels);
        listing.ignored += ignored == glob::Verdict::left_out && name != ".git" ? 1 : 0;
        if (ignored != glob::Verdict::unmentioned)
            return ignored == glob::Verdict::kept;
        const bool is_hidden = name.starts_with('.') && !wanted.with_hidden;
        listing.hidden += is_hidden ? 1 : 0;
        return !is_hidden;
    }

    bool is_named(const Name& entry) const
    {
        return (entry.name() != ".git" || wanted.names_git)
            && verdict_of(wanted.named, entry.path, entry.is_directory) == glob::Verdict::kept;
    }

    glob::Verdict ignore_verdict(
        const Name& entry, std::string_view name, const ignore::IgnoreLevel* levels) const
    {
        const std::string path = root + entry.path;
        const auto verdict
            = ignore::verdict_on({path, entry.is_directory}, levels, surroundings.users);
        // git does not apply rules to its own directory: "!*" is not meant to show it.
        if (name == ".git")
            return glob::Verdict::left_out;
        const bool is_installed = entry.is_directory && name == "node_modules";
        return verdict == glob::Verdict::unmentioned && is_installed ? glob::Verdict::left_out
                                                                     : verdict;
    }

    glob::Verdict verdict_of(
        const glob::Globs& globs, std::string_view path, bool is_directory) const
    {
        if (!wanted.folds_case)
            return globs.verdict_on({path, is_directory}, start.size());
        return globs.verdict_on({text::in_lower_case(path), is_directory}, start.size());
    }

    const Workspace& workspace;
    const Wanted& wanted;
    const ignore::Surroundings& surroundings;
    std::string root; // ends with a '/'
    std::string start; // ends with a '/'; empty for the root of the workspace
    FirstNames first;
    std::deque<Pending> pending;
    Listing listing;
};

}

Listing list(
    const Workspace& workspace, const Wanted& wanted, const ignore::Surroundings& surroundings)
{
    const File directory = workspace.open_directory(wanted.path);
    return Walk(workspace, wanted, surroundings, workspace.resolve(wanted.path)).list(directory);
}

}
