#include "toolkit/glob/globs.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <string_view>

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
                glob.empty() ? "leave it out to take all files"
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
