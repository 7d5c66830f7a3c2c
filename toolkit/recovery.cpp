#include "toolkit/recovery.hpp"

#include "toolkit/directory.hpp"
#include "toolkit/error.hpp"
#include "toolkit/lock.hpp"
#include "toolkit/path.hpp"
#include "toolkit/rename.hpp"
#include "toolkit/staged_file.hpp"
#include "toolkit/tree.hpp"
#include "toolkit/workspace.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <deque>

namespace {

constexpr off_t largest_journal = 256 << 20; // of more changes than a request can hold

std::optional<Identity> look(const File& directory, const std::string& name)
{
    const File entry = directory ? open_in(directory, name, O_PATH) : File();
    return entry ? std::optional(identity_of(status_of(entry, name))) : std::nullopt;
}

std::string join(const std::string& directory, const std::string& name)
{
    return directory == "." ? name : directory + "/" + name;
}

// Journals lie in the workspace, where others can write too: no more than a request could ask for.
bool is_allowed(const Workspace& workspace, const Plan& plan)
{
    const auto is_name = [](const std::string& name) { return name.find('/') == std::string::npos; };
    const auto is_free
        = [&](const std::string& path) { return !path.empty() && !workspace.is_protected(path); };
    return std::all_of(plan.new_directories.begin(), plan.new_directories.end(), is_free)
        && std::all_of(plan.changes.begin(), plan.changes.end(), [&](const PlannedChange& change) {
               return is_name(change.name) && is_name(change.temporary) && is_temporary_name(change.temporary)
                   && is_free(join(change.directory, change.name.empty() ? change.temporary : change.name));
           });
}

// One change, and how far it has come.
class Step {
public:
    Step(const Workspace& workspace, const PlannedChange& change)
        : workspace(workspace)
        , change(change)
    {
        try {
            directory = workspace.open_resolved(change.directory, O_RDONLY | O_DIRECTORY);
        } catch (const ToolError&) { // NOLINT(bugprone-empty-catch): nothing of ours is where no directory is
        }
    }

    const File& place() const { return directory; }

    // To be asked once the directories are locked.
    void look_at_names()
    {
        const auto now = look(directory, change.name);
        const bool is_untouched = change.fresh == change.old;
        is_before = !is_untouched && directory && now == change.old;
        is_after = !is_untouched && directory && now == change.fresh;
        for (const auto& name : {change.temporary, second_name(change.temporary)})
            if (change.old && look(directory, name) == change.old)
                kept = name;
    }

    bool is_to_be_done() const { return is_before; }
    bool can_be_undone() const { return !is_after || !change.old || !kept.empty(); }

    void undo() const
    {
        if (is_after && !change.old)
            unlinkat(directory.descriptor(), change.name.c_str(), 0);
        else if (is_after && !change.fresh)
            rename_to_free({directory, kept}, {directory, change.name});
        else if (is_after)
            renameat2(directory.descriptor(), kept.c_str(), directory.descriptor(), change.name.c_str(), 0);
        discard();
    }

    void finish() const
    {
        if (is_before && !change.fresh)
            unlinkat(directory.descriptor(), change.name.c_str(), 0);
        else if (is_before && look(directory, change.temporary) == change.fresh)
            renameat2(directory.descriptor(), change.temporary.c_str(), directory.descriptor(),
                change.name.c_str(), 0);
        discard();
    }

    void discard() const
    {
        if (!directory)
            return;
        unlinkat(directory.descriptor(), second_name(change.temporary).c_str(), 0);
        if (unlinkat(directory.descriptor(), change.temporary.c_str(), 0) != 0 && change.name.empty())
            discard_tree();
    }

private:
    void discard_tree() const
    {
        const std::string path = join(change.directory, change.temporary);
        if (!look(directory, change.temporary))
            return;
        try {
            TreeCheck {workspace, Purpose::removal}.run(path);
            remove_hidden_tree({directory, change.temporary}, path);
        } catch (
            const ToolError&) { // NOLINT(bugprone-empty-catch): what can't be removed stays, and is hidden
        }
    }

    const Workspace& workspace;
    const PlannedChange& change;
    File directory;
    bool is_before = false;
    bool is_after = false;
    std::string kept; // the temporary name under which the old file is
};

void put_right(std::deque<Step>& steps, const Plan& plan)
{
    if (!plan.is_prepared) {
        for (const Step& step : steps)
            step.discard();
        return;
    }
    for (Step& step : steps)
        step.look_at_names();
    const bool is_complete
        = std::none_of(steps.begin(), steps.end(), [](const Step& step) { return step.is_to_be_done(); });
    const bool can_be_undone
        = std::all_of(steps.begin(), steps.end(), [](const Step& step) { return step.can_be_undone(); });
    if (is_complete || !can_be_undone)
        for (const Step& step : steps)
            step.finish();
    else
        std::for_each(steps.rbegin(), steps.rend(), [](const Step& step) { step.undo(); });
}

void remove_if_empty(const Workspace& workspace, const std::string& path)
{
    try {
        const File parent = workspace.open_resolved(parent_of(path), O_RDONLY | O_DIRECTORY);
        unlinkat(parent.descriptor(), name_of(path).c_str(), AT_REMOVEDIR);
    } catch (const ToolError&) { // NOLINT(bugprone-empty-catch): it was not made, or is gone
    }
}

void recover(const Workspace& workspace, const File& journals, const Interrupted& interrupted)
{
    const Plan& plan = interrupted.plan;
    std::deque<Step> steps;
    std::vector<ToLock> directories;
    for (const auto& change : plan.changes)
        if (steps.emplace_back(workspace, change).place())
            directories.push_back({&steps.back().place(), join(change.directory, change.name)});
    const std::vector<File> locks = lock_directories(directories);
    const File journal = open_in(journals, interrupted.journal, O_RDONLY);
    if (!journal) // somebody else has put it right
        return;
    lock_directory(journal, interrupted.journal);
    if (!look(journals, interrupted.journal))
        return;
    put_right(steps, plan);
    for (auto path = plan.new_directories.rbegin(); path != plan.new_directories.rend(); ++path)
        remove_if_empty(workspace, *path);
    unlinkat(journals.descriptor(), interrupted.journal.c_str(), 0);
}

}

std::vector<Interrupted> find_interrupted(const Workspace& workspace)
{
    std::vector<Interrupted> found;
    const File journals = open_journals(workspace);
    if (!journals)
        return found;
    std::vector<std::string> names;
    for_each_entry(journals, ".agentcli/journal", [&](std::string_view name, unsigned char type) {
        if (type == DT_REG && is_temporary_name(name))
            names.emplace_back(name);
    });
    for (auto& name : names) {
        const File journal = open_in(journals, name, O_RDONLY);
        // Shared, so that two who look at once don't take each other for its owner.
        if (!journal || flock(journal.descriptor(), LOCK_SH | LOCK_NB) != 0)
            continue;
        if (status_of(journal, name).st_size > largest_journal)
            continue;
        auto plan = parse_journal(read_whole(journal, name, largest_journal));
        if (plan && is_allowed(workspace, *plan))
            found.push_back({std::move(name), std::move(*plan)});
    }
    return found;
}

void recover_interrupted(const Workspace& workspace)
{
    const auto all = find_interrupted(workspace);
    if (all.empty())
        return;
    const File journals = open_journals(workspace);
    for (const auto& interrupted : all)
        recover(workspace, journals, interrupted);
    remove_empty_journals(workspace);
}
