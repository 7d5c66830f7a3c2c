#include "toolkit/text/meant_escapes.hpp"

#include "toolkit/text/characters.hpp"
#include "toolkit/text/edit_script.hpp"
#include "toolkit/text/folding.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace toolkit::text {

namespace {

constexpr std::size_t not_found = std::string_view::npos;

bool is_comment(std::string_view line)
{
    static constexpr std::array<std::string_view, 6> starts {"*", "//", "/*", "#", "--", ";"};
    return std::any_of(starts.begin(), starts.end(),
        [&](std::string_view start) { return trimmed(line).starts_with(start); });
}

bool has_lambdas(std::string_view name)
{
    return has_suffix(name, " agda curry dhall elm hs hsc idr lagda lean lhs purs ");
}

// Returns true for languages that have backslashes in quotes and comments only.
bool has_no_paths(std::string_view name)
{
    return has_suffix(name,
        " c cc cjs cpp cs cxx dart go h hh hpp java js jsx kt mjs py pyi rs scala swift ts tsx ");
}

bool begins_word(std::string_view text) { return !text.empty() && is_word(text.front()); }

// Returns true if the text has a backslash before a letter that is not a common escape.
bool has_separator(std::string_view text)
{
    std::size_t at = text.find('\\');
    for (; at != not_found && at + 1 < text.size(); at = text.find('\\', at + 2))
        if (is_word(text[at + 1]) && !is_one_of(text[at + 1], "nrt0"))
            return true;
    return false;
}

// Returns true if `before`, which a backslash follows, ends with the letter of a drive and a colon.
bool has_drive(std::string_view before)
{
    const std::size_t colon = before.find(':');
    return colon != not_found && colon > 0 && is_letter_or_digit(before[colon - 1])
        && (colon == 1 || !is_word(before[colon - 2]))
        && (colon + 1 == before.size() || before[colon + 1] == '\\');
}

// Returns true if a backslash between these two texts, which have no whitespace, is part of a path.
bool is_in_path(std::string_view before, std::string_view after)
{
    static constexpr std::string_view starts = ".~%$\\";
    const bool begins_path = !before.empty() && is_one_of(before.front(), starts)
        && !before.starts_with("\\n") && !before.starts_with("\\t");
    return begins_path || has_drive(before) || has_separator(before) || has_separator(after);
}

}

bool is_tex(std::string_view name)
{
    return has_suffix(name, " bib bst cls ctx dtx latex ltx mkiv sty tex tikz ");
}

// Returns the offset of the last character of a raw string of C++, whose first quote is at `at`;
// the size of the line if it does not end there. Returns nullopt if the quote begins none.
static std::optional<std::size_t> end_of_raw_string(std::string_view line, std::size_t at)
{
    constexpr std::size_t max_delimiter = 16;
    const std::size_t open = line.find('(', at);
    if (line[at] != '"' || at == 0 || line[at - 1] != 'R' || open > at + max_delimiter + 1)
        return std::nullopt;
    const std::string close = ")" + std::string(line.substr(at + 1, open - at - 1)) + "\"";
    const std::size_t end = line.find(close, open);
    return end == not_found ? line.size() : end + close.size() - 1;
}

std::vector<std::size_t> escapes_outside_quotes(std::string_view line, std::string_view letters)
{
    std::vector<std::size_t> places;
    char quote = 0;
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '\\') {
            if (quote == 0 && line.substr(at + 1).starts_with(letters))
                places.push_back(at);
            ++at;
        } else if (quote != 0)
            quote = line[at] == quote ? '\0' : quote;
        else if (const auto end = end_of_raw_string(line, at))
            at = *end;
        else if (is_one_of(line[at], "\"'`"))
            quote = line[at];
    }
    return places;
}

bool is_in_comment(std::string_view line, std::size_t at)
{
    const std::string_view before = line.substr(0, at);
    return is_comment(line) || before.find("//") != not_found || before.find("/*") != not_found
        || before.find("# ") != not_found;
}

bool is_meant_escape(std::string_view line, std::size_t at, std::string_view name)
{
    const std::string_view rest = line.substr(at + 2);
    const char last = at == 0 ? ' ' : line[at - 1];
    if (is_tex(name))
        return begins_word(rest);
    if (has_lambdas(name) && !is_word(last) && !is_one_of(last, ")]}\"'")
        && (rest.find("->") != not_found || rest.find("\u2192") != not_found))
        return true;
    if (!begins_word(rest))
        return false;
    const std::size_t begin = line.substr(0, at).find_last_of(" \t=\"'(<>[{,;|") + 1;
    const std::string_view token = rest.substr(0, rest.find_first_of(" \t\"'<>;,)]}|"));
    if (is_in_path(line.substr(begin, at - begin), token))
        return true;
    const std::string_view after = rest.substr(token.size());
    const bool ends_there = trimmed(after).empty() || is_one_of(after.front(), "\"'<>;,)]}|");
    if (line[at + 1] != 'n')
        return false;
    if (has_no_paths(name))
        return ends_there && is_in_comment(line, at);
    return ends_there || is_one_of(last, " \t{$(");
}

}
