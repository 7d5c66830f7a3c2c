#include "toolkit/recovery.hpp"

#include "toolkit/directory.hpp"
#include "toolkit/error.hpp"
#include "toolkit/path.hpp"
#include "toolkit/step.hpp"
#include "toolkit/workspace.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <map>

namespace {

constexpr off_t largest_journal = 32 << 20;

bool is_plain_name(const std::string& name)
{
    return name.find('/') == std::string::npos && name != "." && name != "..";
}

// As the plan of an honest journal has it: resolved, so that no other spelling hides what is protected.
bool is_resolved(const std::string& path)
{
    const Names names = split_path(path);
    return !path.starts_with('/') && join_path(names) == path
        && std::find(names.begin(), names.end(), "..") == names.end();
}

bool is_allowed(const Workspace& workspace, const PlannedChange& change)
{
    return is_resolved(change.directory) && is_plain_name(change.name) && is_plain_name(change.temporary)
        && is_temporary_name(change.temporary)
        && !workspace.is_protected(
            join_resolved(change.directory, change.name.empty() ? change.temporary : change.name));
}

// No more than a request could ask for.
bool is_allowed(const Workspace& workspace, const Plan& plan)
{
    return std::all_of(plan.new_directories.begin(), plan.new_directories.end(),
               [&](const std::string& path) {
                   return is_resolved(path) && path != "." && !workspace.is_protected(path)
                       && !workspace.holds_protected(path);
               })
        && std::all_of(plan.changes.begin(), plan.changes.end(),
            [&](const PlannedChange& change) { return is_allowed(workspace, change); });
}

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

class Recovery {
public:
    Recovery(const Workspace& workspace, const Interrupted& interrupted)
        : workspace(workspace)
        , plan(interrupted.plan)
        , interrupted(interrupted)
    {
        for (const auto& change : plan.changes)
            if (directories.count(change.directory) == 0)
                directories.emplace(change.directory, open_if_there(workspace, change.directory));
        std::vector<ToLock> wanted;
        for (const auto& [path, directory] : directories)
            if (directory)
                wanted.push_back({&directory, path});
        locks = lock_directories(wanted);
    }

    void run(const File& journals)
    {
        const File journal = open_in(journals, interrupted.journal, O_RDONLY);
        // Busy, gone or another by now: it was being written when it was found, or somebody else has put it right.
        if (!journal || flock(journal.descriptor(), LOCK_EX | LOCK_NB) != 0
            || status_of(journal, interrupted.journal).st_nlink == 0
            || read_whole(journal, interrupted.journal, largest_journal) != interrupted.text)
            return;
        bool is_right = put_right();
        for (auto path = plan.new_directories.rbegin(); path != plan.new_directories.rend(); ++path)
            if (const File parent = open_if_there(workspace, parent_of(*path)))
                unlinkat(parent.descriptor(), name_of(*path).c_str(), AT_REMOVEDIR);
        if (workspace.is_durable())
            for (const auto& [path, directory] : directories)
                is_right = is_right && (!directory || fsync(directory.descriptor()) == 0);
        if (is_right)
            unlinkat(journals.descriptor(), interrupted.journal.c_str(), 0);
    }

private:
    bool put_right() const
    {
        std::deque<Step> steps;
        for (const auto& change : plan.changes)
            if (const File& directory = directories.at(change.directory))
                steps.emplace_back(workspace, change, directory);
        const auto way = !plan.is_prepared                                                   ? &Step::abandon
            : plan.is_done                                                                   ? &Step::discard
            : std::any_of(steps.begin(), steps.end(), std::mem_fn(&Step::is_beyond_undoing)) ? &Step::finish
                                                                                             : &Step::undo;
        bool is_right = true;
        for (auto step = steps.rbegin(); step != steps.rend(); ++step)
            is_right = ((*step).*way)() && is_right;
        return is_right;
    }

    const Workspace& workspace;
    const Plan& plan;
    const Interrupted& interrupted;
    std::map<std::string, File> directories;
    std::vector<File> locks;
};

std::vector<std::string> journals_in(const File& directory)
{
    std::vector<std::string> names;
    try {
        for_each_entry(directory, ".agentcli/journal", [&](std::string_view name, unsigned char type) {
            if (type == DT_REG && is_temporary_name(name))
                names.emplace_back(name);
        });
    } catch (const ToolError& error) {
        if (error.code != Code::not_found) // removed meanwhile by whoever was done
            throw;
    }
    return names;
}

}

std::vector<Interrupted> find_interrupted(const Workspace& workspace)
{
    std::vector<Interrupted> found;
    const File journals = open_journals(workspace);
    if (!journals)
        return found;
    for (auto& name : journals_in(journals)) {
        const File journal = open_in(journals, name, O_RDONLY);
        // Shared, so that two who look at once don't take each other for its owner.
        if (!journal || flock(journal.descriptor(), LOCK_SH | LOCK_NB) != 0
            || status_of(journal, name).st_size > largest_journal)
            continue;
        std::string text = read_whole(journal, name, largest_journal);
        auto plan = parse_journal(text);
        if (plan && is_allowed(workspace, *plan))
            found.push_back({std::move(name), std::move(text), std::move(*plan)});
    }
    return found;
}

void recover_interrupted(const Workspace& workspace)
{
    const auto all = find_interrupted(workspace);
    if (all.empty())
        return;
    const File journals = open_journals(workspace);
    for (const auto& interrupted : all) {
        try {
            Recovery(workspace, interrupted).run(journals);
        } catch (const ToolError& error) {
            if (error.code == Code::timed_out)
                throw;
            // It stays as it is: nobody's own change shall fail for it.
        }
    }
    remove_empty_journals(workspace);
}

std::vector<File> lock_settled(const Workspace& workspace, const std::vector<ToLock>& directories)
{
    constexpr int most_tries = 4; // what can't be put right is found each time
    for (int tries = 1;; ++tries) {
        std::vector<File> locks = lock_directories(directories);
        if (tries == most_tries || find_interrupted(workspace).empty())
            return locks;
        locks.clear();
        recover_interrupted(workspace);
    }
}
