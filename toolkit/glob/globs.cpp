#include "toolkit/glob/globs.hpp"

#include "toolkit/system/error.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <optional>
#include <string_view>

namespace toolkit::glob {

namespace {

constexpr std::size_t max_patterns = 1000;

// Where the thing that starts at `at` ends: an escaped byte, a bracket expression, or a byte.
std::size_t step(std::string_view pattern, std::size_t at)
{
    if (pattern[at] == '\\')
        return std::min(at + 2, pattern.size());
    if (pattern[at] != '[')
        return at + 1;
    std::size_t end = at + 1;
    if (end < pattern.size() && (pattern[end] == '!' || pattern[end] == '^'))
        ++end;
    end = pattern.find(']', end + 1);
    return end == std::string_view::npos ? at + 1 : end + 1;
}

struct Group {
    std::size_t begin; // of '{'
    std::size_t end; // after '}'
    std::vector<std::string_view> choices;
};

std::optional<Group> find_group(std::string_view pattern)
{
    Group group {std::string_view::npos, 0, {}};
    std::size_t choice = 0;
    int depth = 0;
    for (std::size_t at = 0; at < pattern.size(); at = step(pattern, at)) {
        if (pattern[at] == '{' && depth++ == 0) {
            group.begin = at;
            choice = at + 1;
        }
        const bool closes = pattern[at] == '}' && depth > 0 && --depth == 0;
        if (closes || (pattern[at] == ',' && depth == 1)) {
            group.choices.push_back(pattern.substr(choice, at - choice));
            choice = at + 1;
        }
        if (closes) {
            group.end = at + 1;
            return group;
        }
    }
    if (depth > 0)
        throw ToolError(Code::bad_pattern,
            "cannot use glob " + text::in_quotes(pattern) + ": a '{' is not closed",
            "write '\\{' for a brace that is part of a name");
    return std::nullopt;
}

}

std::vector<std::string> expand_braces(std::string_view pattern)
{
    std::vector<std::string> done;
    std::vector<std::string> open {std::string(pattern)};
    while (!open.empty()) {
        const std::string next = std::move(open.back());
        open.pop_back();
        const auto group = find_group(next);
        if (!group) {
            done.push_back(next);
            continue;
        }
        if (done.size() + open.size() + group->choices.size() > max_patterns)
            throw ToolError(Code::bad_pattern,
                "cannot use glob " + text::in_quotes(pattern)
                    + ": its braces stand for more than 1000 globs",
                "name fewer alternatives");
        for (auto choice = group->choices.rbegin(); choice != group->choices.rend(); ++choice)
            open.push_back(
                next.substr(0, group->begin) + std::string(*choice) + next.substr(group->end));
    }
    return done;
}

Globs::Globs(const std::vector<std::string>& patterns)
{
    for (const auto& pattern : patterns) {
        const bool leaves_out = pattern.starts_with('!');
        std::string_view glob = std::string_view(pattern).substr(leaves_out ? 1 : 0);
        glob.remove_prefix(glob.starts_with("./") ? 1 : 0); // "./src" means "/src"
        if (glob.empty() || !Glob(glob).is_valid())
            throw ToolError(Code::bad_pattern,
                "cannot use glob " + text::in_quotes(pattern) + ": "
                    + (glob.empty() ? "it is empty"
                                    : "a '[' is not closed or a '\\' stands at the end"),
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
    const bool is_unwanted
        = verdict == Verdict::unmentioned && names_wanted && !candidate.is_directory;
    return is_unwanted ? Verdict::left_out : verdict;
}

}
