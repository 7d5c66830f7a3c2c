#include "choose.hpp"

#include "toolkit/system/error.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace fs_undo {

using undo::LoggedStep;

static std::set<std::uint64_t> spent_steps(const std::vector<LoggedStep>& log)
{
    std::set<std::uint64_t> spent;
    for (const auto& [step, sha256] : log) {
        spent.insert(step.undoes.begin(), step.undoes.end());
        spent.insert(step.redoes.begin(), step.redoes.end());
    }
    return spent;
}

static void check_is_there(const std::vector<LoggedStep>& log, const WantedStep& wanted)
{
    const auto found = std::find_if(log.begin(), log.end(), [&](const LoggedStep& logged) {
        return logged.step.head.number == static_cast<std::uint64_t>(wanted.number);
    });
    const std::string name = "step " + std::to_string(wanted.number);
    if (found == log.end())
        throw ToolError(Code::conflict, name + " is not in the log of changes",
            "the oldest steps are removed when more than --keep-undo is kept");
    if (wanted.sha256 && *wanted.sha256 != found->sha256)
        throw ToolError(Code::conflict,
            name + " is not the one that was asked for: its hash is " + found->sha256);
}

// A step that is named by its hash is known to whoever asks, and no later line of the log, which
// may be forged, says that it is undone.
static bool is_wanted(const std::vector<WantedStep>& steps, const LoggedStep& logged, bool is_spent)
{
    return std::any_of(steps.begin(), steps.end(), [&](const WantedStep& wanted) {
        return static_cast<std::uint64_t>(wanted.number) == logged.step.head.number
            && (wanted.sha256 || !is_spent);
    });
}

std::vector<LoggedStep> chosen_steps(std::vector<LoggedStep> log, const Request& request)
{
    for (const WantedStep& wanted : request.steps)
        check_is_there(log, wanted);
    const std::set<std::uint64_t> spent = spent_steps(log);
    const std::size_t most
        = request.steps.empty() ? static_cast<std::size_t>(request.last.value_or(1)) : log.size();
    std::vector<LoggedStep> chosen;
    for (auto logged = log.rbegin(); logged != log.rend() && chosen.size() < most; ++logged) {
        const bool is_spent = spent.contains(logged->step.head.number);
        if (logged->step.is_undo() == request.redo
            && (request.steps.empty() ? !is_spent : is_wanted(request.steps, *logged, is_spent)))
            chosen.push_back(std::move(*logged));
    }
    return chosen;
}

}
