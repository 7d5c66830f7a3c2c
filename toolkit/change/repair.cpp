#include "toolkit/change/repair.hpp"

#include "toolkit/change/interrupted_change.hpp"
#include "toolkit/change/staged_file.hpp"
#include "toolkit/system/directory.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/system/lock.hpp"
#include "toolkit/workspace/changed_file.hpp"
#include "toolkit/workspace/path.hpp"
#include "toolkit/workspace/workspace.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <functional>
#include <set>

namespace toolkit::change {

namespace {

const char* const not_durable = "cannot write what was put right through to the disk";

// A File that holds none where there is no such directory any more.
File open_if_there(const Workspace& workspace, const std::string& path)
{
    try {
        return workspace.open_resolved(path, O_RDONLY | O_DIRECTORY);
    } catch (const ToolError& error) {
        if (error.code == Code::not_found || error.code == Code::not_a_directory)
            return {};
        throw;
    }
}

}

Repair::Repair(const Workspace& workspace, const Plan& plan)
    : workspace(workspace)
    , plan(plan)
    , trees(plan)
{
    for (const auto& change : plan.changes)
        if (directories.count(change.directory) == 0)
            directories.emplace(change.directory, open_if_there(workspace, change.directory));
    std::vector<system::ToLock> wanted;
    for (const auto& [path, directory] : directories)
        if (directory)
            wanted.push_back({&directory, path});
    locks = system::lock_directories(wanted, system::Wait::never);
}

// Only what the plan itself makes or replaces may be missing. Else a directory was renamed, or its
// volume is not mounted yet: what is in it decides what is right for the others.
bool Repair::misses_directory() const
{
    std::set<std::string> own(plan.new_directories.begin(), plan.new_directories.end());
    for (const auto& change : plan.changes)
        own.insert(text::join_resolved(change.directory, change.name));
    const auto is_own = [&](std::string path) {
        while (path != "." && !own.contains(path))
            path = text::parent_of(path);
        return path != ".";
    };
    return std::any_of(directories.begin(), directories.end(),
        [&](const auto& entry) { return !entry.second && !is_own(entry.first); });
}

// A file that was there before the plan has its name or a temporary one; if it has neither, another
// directory is in this place, which may have a file of that name, too. But one that changes alone
// may have got another spelling of its name.
bool Repair::has_lost(const PlannedChange& change) const
{
    const File& directory = directories.at(change.directory);
    if (!change.old || change.name.empty() || !directory
        || system::status_in(directory, change.temporary)
        || system::status_in(directory, second_name(change.temporary)))
        return false;
    const auto status = system::status_in(directory, change.name);
    if (!status)
        return true;
    const auto now = system::identity_of(*status);
    return !S_ISDIR(status->st_mode) && !now.has_content_of(*change.old) && now != change.fresh;
}

bool Repair::sees_all() const
{
    const bool is_begun = plan.is_prepared && !plan.is_done && plan.changes.size() > 1;
    return !misses_directory()
        && (!is_begun
            || std::none_of(plan.changes.begin(), plan.changes.end(),
                [&](const auto& change) { return has_lost(change); }));
}

void Repair::note_changes(const std::deque<Step>& steps) const
{
    auto& recovered = workspace::notes_of_call().recovered;
    const std::size_t before = recovered.size();
    for (const Step& step : steps)
        if (step.has_changed_name())
            recovered.insert(step.path());
    if (recovered.size() > before)
        for (const auto& change : plan.changes)
            if (trees.is_inner(change))
                recovered.insert(text::join_resolved(change.directory, change.name));
}

bool Repair::run(Missing missing) const
{
    const bool is_whole = sees_all();
    if (missing == Missing::refused && !is_whole)
        return false;
    const std::deque<Step> all = steps();
    bool is_right = put_right(all);
    note_changes(all);
    for (auto path = plan.new_directories.rbegin(); path != plan.new_directories.rend(); ++path)
        is_right = remove_if_empty(*path) && is_right;
    for (const auto& [path, directory] : directories)
        if (directory && workspace.is_durable())
            system::synchronise_names(directory, not_durable);
    return is_right && is_whole;
}

// The last change first. What is beneath another change comes and goes with that, but for its
// temporary name in a directory that is not changed yet.
std::deque<Step> Repair::steps() const
{
    std::deque<Step> steps;
    for (auto change = plan.changes.rbegin(); change != plan.changes.rend(); ++change)
        if (const File& directory = directories.at(change->directory);
            directory && (!plan.is_prepared || !trees.is_inner(*change)))
            steps.emplace_back(workspace, *change, directory, trees);
    return steps;
}

static bool each(const std::deque<Step>& steps, bool (Step::*way)() const)
{
    bool is_right = true;
    for (const Step& step : steps)
        is_right = (step.*way)() && is_right;
    return is_right;
}

bool Repair::put_right(const std::deque<Step>& all) const
{
    if (!plan.is_prepared)
        return each(all, &Step::abandon);
    // Whose end could not be written through to the disk, and that was being taken back.
    const bool is_taken_back
        = std::any_of(all.begin(), all.end(), std::mem_fn(&Step::is_taken_back));
    if (plan.is_done && !is_taken_back)
        return each(all, &Step::discard);
    const bool can_finish = std::all_of(all.begin(), all.end(), std::mem_fn(&Step::can_finish))
        && std::all_of(directories.begin(), directories.end(),
            [](const auto& entry) { return bool(entry.second); });
    if (can_finish && std::any_of(all.begin(), all.end(), std::mem_fn(&Step::is_beyond_undoing)))
        return each(all, &Step::put_in_place) && each(steps(), &Step::discard);
    return each(all, &Step::undo);
}

// Answers whether it is gone, or is to stay: something is in it, or is about to be, or is in its
// place.
bool Repair::remove_if_empty(const std::string& path) const
{
    const File parent = open_if_there(workspace, text::parent_of(path));
    if (!parent)
        return true;
    const auto ours = directories.find(path);
    const File others = ours != directories.end() && ours->second
        ? File()
        : system::open_in(parent, text::name_of(path), O_RDONLY | O_DIRECTORY);
    if (others && !system::try_to_lock(others))
        return true;
    if (unlinkat(parent.descriptor(), text::name_of(path).c_str(), AT_REMOVEDIR) != 0)
        return errno == ENOENT || errno == ENOTEMPTY || errno == EEXIST || errno == ENOTDIR;
    workspace::notes_of_call().recovered.insert(path);
    if (workspace.is_durable())
        system::synchronise_names(parent, not_durable);
    return true;
}

}
