#include "toolkit/glob/patterns.hpp"

#include "toolkit/glob/glob.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/path_names.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

namespace toolkit::glob {

namespace {

constexpr std::size_t max_patterns = 1000;

// Checking whether an extended group is closed scans the rest of the pattern. After this many
// groups that are not, no further one is checked.
constexpr int max_unclosed = 16;

// Returns where the item at `at` ends: an escaped byte, a bracket expression, or a byte.
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
    std::size_t begin; // of '{', "@(" or "?("
    std::size_t end; // after '}' or ')'
    std::vector<std::string_view> choices;
};

bool begins_extended(std::string_view pattern)
{
    return pattern.starts_with("@(") || pattern.starts_with("?(");
}

// Returns the group that begins here; nullopt if it is not closed.
std::optional<Group> read_group(std::string_view pattern, std::size_t begin)
{
    const bool is_extended = pattern[begin] != '{';
    const std::size_t inner = begin + (is_extended ? 2 : 1);
    Group group {begin, 0, {}};
    std::string closers(1, is_extended ? ')' : '}');
    std::size_t choice = inner;
    for (std::size_t at = inner; at < pattern.size(); at = step(pattern, at)) {
        const bool closes = pattern[at] == closers.back();
        if (closes)
            closers.pop_back();
        else if (pattern[at] == '{')
            closers += '}';
        else if (is_extended && pattern[at] == '(')
            closers += ')';
        const bool separates = closers.size() == 1 && pattern[at] == (is_extended ? '|' : ',');
        if (closers.empty() || separates) {
            group.choices.push_back(pattern.substr(choice, at - choice));
            choice = at + 1;
        }
        if (closers.empty()) {
            group.end = at + 1;
            if (pattern[begin] == '?')
                group.choices.push_back({});
            return group;
        }
    }
    return std::nullopt;
}

std::optional<Group> find_group(std::string_view pattern)
{
    int unclosed = 0;
    for (std::size_t at = 0; at < pattern.size(); at = step(pattern, at)) {
        const bool is_brace = pattern[at] == '{';
        if (!is_brace && (unclosed == max_unclosed || !begins_extended(pattern.substr(at))))
            continue;
        if (auto group = read_group(pattern, at))
            return group;
        if (is_brace)
            throw ToolError(Code::bad_pattern,
                "cannot use glob " + text::in_quotes(pattern) + ": a '{' is not closed",
                "write '\\{' for a brace that is part of a name");
        ++unclosed;
    }
    return std::nullopt;
}

std::string escaped(std::string_view pattern, std::string_view characters)
{
    std::string result;
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        if (pattern[at] == '\\' && at + 1 < pattern.size())
            result += pattern[at++];
        else if (characters.find(pattern[at]) != std::string_view::npos)
            result += '\\';
        result += pattern[at];
    }
    return result;
}

// Returns the glob, followed by its parts if it is a list such as "*.ts,*.tsx", since a name may
// contain commas.
std::vector<std::string_view> parts_of_list(std::string_view glob)
{
    std::vector<std::string_view> parts {glob};
    std::size_t begin = 0;
    int unclosed = 0;
    for (std::size_t at = 0; at < glob.size();) {
        const bool may_be_group
            = unclosed < max_unclosed && (glob[at] == '{' || begins_extended(glob.substr(at)));
        if (const auto group = may_be_group ? read_group(glob, at) : std::nullopt) {
            at = group->end;
            continue;
        }
        unclosed += may_be_group ? 1 : 0;
        if (glob[at] == ',') {
            parts.push_back(text::trimmed(glob.substr(begin, at - begin)));
            begin = at + 1;
        }
        at = step(glob, at);
    }
    if (parts.size() > 1)
        parts.push_back(text::trimmed(glob.substr(begin)));
    std::erase_if(parts, [](std::string_view part) { return part.empty(); });
    return parts;
}

// Returns true if the backslashes are separators of a Windows path: one is before a letter, which
// needs no escape, or all are before a '*'.
bool has_foreign_separators(std::string_view glob)
{
    bool are_before_stars = glob.find('\\') != std::string_view::npos;
    for (std::size_t at = glob.find('\\'); at < glob.size() - 1; at = glob.find('\\', at + 2)) {
        const char next = glob[at + 1];
        if (std::isalnum(static_cast<unsigned char>(next)) != 0 || next == '_')
            return true;
        are_before_stars = are_before_stars && next == '*';
    }
    return are_before_stars && !glob.ends_with('\\');
}

// Returns the pattern, followed by the variants in which names with brackets are literal
// ("[id]/page.tsx").
std::vector<std::string> with_literal_brackets(const std::string& pattern)
{
    // All combinations are tried for up to this many names; above, all are literal or none is.
    constexpr std::size_t max_names = 3;
    std::vector<std::string> names;
    for (std::string_view rest = pattern;; rest.remove_prefix(names.back().size() + 1)) {
        names.emplace_back(rest.substr(0, rest.find('/')));
        if (names.back().size() == rest.size())
            break;
    }
    const auto count = static_cast<std::size_t>(std::count_if(names.begin(), names.end(),
        [](const std::string& name) { return escaped(name, "[") != name; }));
    const bool is_each = count <= max_names;
    const std::size_t ways = is_each ? std::size_t {1} << count : 2;
    std::vector<std::string> patterns;
    for (std::size_t way = 0; way < ways; ++way) {
        std::string joined;
        std::size_t bit = 0;
        for (const auto& name : names) {
            const std::string literal = escaped(name, "[");
            const bool is_literal = (is_each ? way >> bit : way) % 2 == 1;
            bit += literal != name ? 1 : 0;
            joined += (&name == names.data() ? "" : "/") + (is_literal ? literal : name);
        }
        patterns.push_back(std::move(joined));
    }
    return patterns;
}

void add_spelled_out(std::vector<std::string>& spelled_out, std::string_view pattern,
    bool (*is_meant)(std::string_view name))
{
    const text::Names names = text::split_path(pattern);
    const bool is_anchored
        = names.size() > 1 || pattern.starts_with('/') || pattern.starts_with("./");
    std::string prefix = is_anchored ? "/" : "";
    for (std::size_t at = 0; at < names.size(); ++at) {
        const bool is_last = at + 1 == names.size();
        prefix += names[at];
        if (is_meant(names[at]) && Glob(prefix).is_valid())
            spelled_out.push_back(prefix + (is_last && !pattern.ends_with('/') ? "" : "/"));
        prefix += "/";
    }
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
        const auto with = [&](const std::string& choice) {
            return next.substr(0, group->begin) + choice + next.substr(group->end);
        };
        // A brace with one choice, or an extended group, may be part of a name.
        const bool is_extended = next[group->begin] != '{';
        if (is_extended || group->choices.size() == 1)
            open.push_back(with(escaped(
                next.substr(group->begin, group->end - group->begin), is_extended ? "(" : "{}")));
        for (auto choice = group->choices.rbegin(); choice != group->choices.rend(); ++choice)
            open.push_back(with(std::string(*choice)));
    }
    return done;
}

std::vector<std::string> patterns_of(std::string_view glob)
{
    std::vector<std::string> patterns;
    const auto add = [&](std::string_view part) {
        part.remove_prefix(part.starts_with("./") ? 1 : 0); // "./src" means "/src"
        for (const auto& plain : expand_braces(part))
            for (auto& pattern : with_literal_brackets(plain))
                patterns.push_back(std::move(pattern));
    };
    for (const std::string_view part : parts_of_list(glob)) {
        add(part);
        if (!has_foreign_separators(part))
            continue;
        std::string separated(part);
        std::replace(separated.begin(), separated.end(), '\\', '/');
        add(separated);
    }
    return patterns;
}

std::vector<std::string> spelled_out_by(
    const std::vector<std::string>& globs, bool (*is_meant)(std::string_view name))
{
    std::vector<std::string> spelled_out;
    for (const auto& glob : globs)
        if (!glob.starts_with('!'))
            for (const auto& plain : patterns_of(glob))
                add_spelled_out(spelled_out, plain, is_meant);
    return spelled_out;
}

bool names_git(const std::vector<std::string>& globs)
{
    const auto is_git = [](std::string_view name) { return name == ".git"; };
    return !spelled_out_by(globs, is_git).empty();
}

std::string unknown_syntax_of(const std::vector<std::string>& globs)
{
    for (const auto& glob : globs)
        for (const std::string_view syntax : {"+(", "*(", "!("})
            if (glob.find(syntax) != std::string::npos)
                return text::in_quotes(syntax)
                    + " has no meaning of its own in a glob: write {a,b} for alternatives, and a "
                      "glob with a '!' in front to leave files out";
    return {};
}

}
