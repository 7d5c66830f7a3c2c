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

// Opens a directory. Returns an empty File if it no longer exists.
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

// Returns true if a directory is missing that the plan itself does not make or replace. It may have
// been renamed, or its volume may not be mounted yet; its content decides how the other directories
// are recovered.
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

// Returns true if an old file has neither its name nor a temporary one. Another directory is then
// in this place, which may have a file of that name, too. Not called for a plan with a single
// change, whose file may have got another spelling of its name.
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
    return !S_ISDIR(status->st_mode) && !now.has_content_of(*change.old) && now != change.future;
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

// Returns the steps in reverse order. Changes inside another change are left out, since they are
// made and taken back with it, except for their temporary names if no name was changed yet.
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
    // The process could not write the end of the journal through to the disk, and was taking the
    // plan back.
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

// Removes a directory that the plan has made. Returns true if it is gone or has to stay: it is not
// empty, another process has locked it to use it, or something else is in its place.
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
