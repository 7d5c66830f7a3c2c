#include "selection.hpp"

namespace fs_search::walk {

using namespace toolkit;

bool Selection::takes(const glob::Candidate& candidate, const IgnoreLevel* innermost) const
{
    glob::Verdict verdict = globs.verdict_on(candidate, start);
    const std::string_view name = candidate.path.substr(candidate.path.rfind('/') + 1);
    if (verdict == glob::Verdict::unmentioned && !with_ignored) {
        verdict = fs_search::walk::verdict_on(candidate, innermost, users);
        // To git no rule applies to its own folder: "!*" is not meant to show it.
        if (verdict == glob::Verdict::kept && name == ".git")
            verdict = glob::Verdict::unmentioned;
    }
    if (verdict != glob::Verdict::unmentioned)
        return verdict == glob::Verdict::kept;
    return with_hidden || !name.starts_with('.');
}

}
