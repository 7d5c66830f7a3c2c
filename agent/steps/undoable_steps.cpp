#include "agent/steps/undoable_steps.hpp"

#include "toolkit/undo/store.hpp"

#include <fcntl.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <limits>
#include <set>
#include <utility>

namespace agent::steps {

using namespace toolkit;

static std::vector<toolkit::undo::LoggedStep> log_in(const std::string& root)
{
    const std::string log = log_of(root);
    const File store(open(
        log.substr(0, log.rfind('/')).c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    return toolkit::undo::read_steps(store);
}

UndoableSteps undoable_steps(const std::string& root, std::size_t most)
{
    const auto log = log_in(root);
    std::set<std::pair<std::uint64_t, std::string>> notes;
    for (const NotedStep& note : noted_steps(root))
        notes.emplace(note.number, note.sha256);
    const auto is_noted = [&](const toolkit::undo::LoggedStep& logged) {
        return notes.contains({logged.step.head.number, logged.sha256});
    };
    std::set<std::uint64_t> undone;
    for (const auto& logged : log)
        if (is_noted(logged))
            undone.insert(logged.step.undoes.begin(), logged.step.undoes.end());
    UndoableSteps found;
    std::size_t others = 0;
    for (auto logged = log.rbegin(); logged != log.rend() && found.steps.size() < most; ++logged) {
        const NotedStep step {logged->step.head.number, logged->sha256};
        if (logged->step.is_undo() || undone.contains(step.number))
            continue;
        if (!is_noted(*logged)) {
            ++others;
            continue;
        }
        found.steps.push_back(step);
        found.passed_over = others;
    }
    return found;
}

// Adds the files that a step has changed. A file that was moved counts once.
static void add_files(std::set<std::string>& files, const toolkit::undo::Step& step)
{
    for (const auto& change : step.changes) {
        if (change.action == toolkit::undo::Action::made_directory)
            continue;
        files.erase(change.from);
        files.insert(change.path);
    }
}

// Returns the local time of "2026-11-30T09:12:00.000Z", to the minute; the text itself if it is not
// such a time.
static std::string local_time(const std::string& utc)
{
    std::tm time {};
    if (strptime(utc.c_str(), "%Y-%m-%dT%H:%M:%S", &time) == nullptr)
        return utc;
    const std::time_t seconds = timegm(&time);
    std::array<char, 32> text {};
    if (localtime_r(&seconds, &time) == nullptr)
        return utc;
    return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M", &time)};
}

std::vector<StepSummary> undoable_summaries(const std::string& root)
{
    const auto log = log_in(root);
    std::vector<StepSummary> summaries;
    const auto undoable = undoable_steps(root, std::numeric_limits<std::size_t>::max()).steps;
    summaries.reserve(undoable.size());
    auto logged = log.rbegin();
    for (const NotedStep& step : undoable) { // both are in the same order
        while (logged != log.rend() && logged->step.head.number != step.number)
            ++logged;
        if (logged == log.rend())
            break;
        std::set<std::string> files;
        add_files(files, logged->step);
        summaries.push_back(
            {local_time(logged->step.time), logged->step.tool, {files.begin(), files.end()}});
    }
    return summaries;
}

ChangedFiles changed_files(const std::string& root, const std::vector<NotedStep>& made)
{
    const auto is_made = [&](const NotedStep& step) {
        return std::find(made.begin(), made.end(), step) != made.end();
    };
    const auto undoable = undoable_steps(root, std::numeric_limits<std::size_t>::max()).steps;
    const auto first_other = std::find_if_not(undoable.begin(), undoable.end(), is_made);
    ChangedFiles changed;
    changed.steps
        = static_cast<std::size_t>(std::count_if(undoable.begin(), undoable.end(), is_made));
    changed.are_newest = static_cast<std::size_t>(first_other - undoable.begin()) == changed.steps;
    std::set<std::string> files;
    for (const auto& logged : log_in(root)) {
        const NotedStep step {logged.step.head.number, logged.sha256};
        if (is_made(step) && std::find(undoable.begin(), undoable.end(), step) != undoable.end())
            add_files(files, logged.step);
    }
    changed.files = files.size();
    return changed;
}

}
