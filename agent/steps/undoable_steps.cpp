#include "agent/steps/undoable_steps.hpp"

#include "toolkit/undo/store.hpp"

#include <fcntl.h>

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

}
