#include "selection.hpp"
#include "toolkit/error.hpp"
#include "toolkit/text.hpp"

Globs::Globs(const std::vector<std::string>& patterns)
{
    for (const auto& pattern : patterns) {
        const bool leaves_out = pattern.starts_with('!');
        std::string_view glob = std::string_view(pattern).substr(leaves_out ? 1 : 0);
        glob.remove_prefix(glob.starts_with("./") ? 1 : 0); // "./src" means "/src"
        if (glob.empty() || !Glob(glob).is_valid())
            throw ToolError(Code::bad_pattern,
                "cannot use glob " + in_quotes(pattern) + ": "
                    + (glob.empty() ? "it is empty" : "a '[' is not closed or a '\\' stands at the end"),
                glob.empty() ? "leave it out to search all files"
                             : "write '\\[' for a bracket that is part of a name");
        for (const auto& plain : expand_braces(glob))
            rules.add(plain, leaves_out ? Verdict::left_out : Verdict::kept);
        names_wanted = names_wanted || !leaves_out;
    }
}

Verdict Globs::verdict_on(const Candidate& candidate, std::size_t start) const
{
    const Verdict verdict = rules.verdict_on(candidate, start);
    const bool is_unwanted = verdict == Verdict::unmentioned && names_wanted && !candidate.is_directory;
    return is_unwanted ? Verdict::left_out : verdict;
}

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
