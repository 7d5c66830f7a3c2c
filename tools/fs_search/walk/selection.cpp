#include "selection.hpp"

bool Selection::takes(const Candidate& candidate, const IgnoreLevel* innermost) const
{
    Verdict verdict = globs.verdict_on(candidate, start);
    const std::string_view name = candidate.path.substr(candidate.path.rfind('/') + 1);
    if (verdict == Verdict::unmentioned && !with_ignored) {
        verdict = ::verdict_on(candidate, innermost, users);
        // To git no rule applies to its own folder: "!*" is not meant to show it.
        if (verdict == Verdict::kept && name == ".git")
            verdict = Verdict::unmentioned;
    }
    if (verdict != Verdict::unmentioned)
        return verdict == Verdict::kept;
    return with_hidden || !name.starts_with('.');
}
