#include "toolkit/glob/globs.hpp"

#include "toolkit/glob/patterns.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

namespace toolkit::glob {

Globs::Globs(const std::vector<std::string>& patterns)
{
    for (const auto& pattern : patterns) {
        const bool leaves_out = pattern.starts_with('!');
        std::string_view glob = std::string_view(pattern).substr(leaves_out ? 1 : 0);
        if (glob.empty() || !Glob(glob).is_valid())
            throw ToolError(Code::bad_pattern,
                "cannot use glob " + text::in_quotes(pattern) + ": "
                    + (glob.empty() ? "it is empty"
                                    : "a '[' is not closed or a '\\' stands at the end"),
                glob.empty() ? "leave it out to take all files"
                             : "write '\\[' for a bracket that is part of a name");
        for (const std::string_view plain : patterns_of(glob)) {
            const bool is_out = !leaves_out && plain.starts_with('!'); // within a list
            rules.add(plain.substr(is_out ? 1 : 0),
                is_out || leaves_out ? Verdict::left_out : Verdict::kept);
        }
        names_wanted = names_wanted || !leaves_out;
    }
}

Verdict Globs::verdict_on(const Candidate& candidate, std::size_t start) const
{
    const Verdict verdict = rules.verdict_on(candidate, start);
    const bool is_unwanted
        = verdict == Verdict::unmentioned && names_wanted && !candidate.is_directory;
    return is_unwanted ? Verdict::left_out : verdict;
}

}
