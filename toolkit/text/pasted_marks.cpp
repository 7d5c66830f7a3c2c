#include "toolkit/text/pasted_marks.hpp"

#include "toolkit/text/characters.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/line_numbers.hpp"
#include "toolkit/text/lines.hpp"
#include "toolkit/text/lower_case.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_set>
#include <utility>
#include <vector>

namespace toolkit::text {

namespace {

constexpr std::size_t npos = std::string_view::npos;

// The texts of a substitution, in lines.
struct Lines {
    explicit Lines(const Substitution& substitution)
        : texts(substitution)
        , all(split_lines(substitution.new_text))
    {
        for (const Line& line : split_lines(substitution.old_text))
            old_lines.insert(line.text);
        added.reserve(all.size());
        for (const Line& line : all)
            if (old_lines.count(line.text) == 0 && !trimmed(line.text).empty())
                added.push_back(line.text);
    }

    bool file_has(std::string_view part) const { return texts.file.find(part) != npos; }

    // The new text with each added line replaced.
    template<class Replace>
    std::string with_added(Replace replace) const
    {
        std::string text;
        for (const Line& line : all)
            text.append(
                    old_lines.count(line.text) == 0 ? replace(line.text) : std::string(line.text))
                .append(bytes_of(line.end));
        return text;
    }

    Substitution texts;
    std::unordered_set<std::string_view> old_lines;
    std::vector<Line> all; // of the new text
    std::vector<std::string_view> added; // those of them that the old one does not have
};

using Found = std::optional<PastedMarks>;

std::string_view suffix_of(std::string_view name)
{
    const std::string_view base = name.substr(name.find_last_of('/') + 1);
    return base.find('.') == npos ? std::string_view() : base.substr(base.rfind('.') + 1);
}

bool has_suffix(std::string_view name, std::string_view suffixes)
{
    const std::string suffix = " " + in_lower_case(suffix_of(name)) + " ";
    return suffixes.find(suffix) != npos;
}

// Text in which code and patches are quoted.
bool is_prose(std::string_view name)
{
    return has_suffix(
        name, " adoc asciidoc diff markdown md mdx mkd org patch qmd rej rmd rst tex text txt ");
}

// The same, or a name that says nothing.
bool may_quote_code(std::string_view name) { return is_prose(name) || suffix_of(name).empty(); }

// "+    x" and "+x", but neither "+ x", "++x", "+---+" nor "+1".
bool has_mark_of_diff(std::string_view line)
{
    if (!line.starts_with('+') || line.size() == 1)
        return false;
    const std::size_t depth = indentation_of(line.substr(1)).size();
    if (depth > 0)
        return depth > 1 || line[1] == '\t';
    return std::string_view("+-=0123456789").find(line[1]) == npos;
}

Found find_marks_of_diff(const Lines& lines, std::string_view name)
{
    const auto found = std::find_if(lines.added.begin(), lines.added.end(), has_mark_of_diff);
    if (found == lines.added.end() || lines.texts.file.empty() || lines.texts.file.starts_with('+')
        || lines.file_has("\n+") || is_prose(name))
        return {};
    return PastedMarks {"the '+' of a diff before a line: " + in_quotes(*found),
        lines.with_added(
            [](std::string_view line) { return std::string(line.substr(line.starts_with('+'))); })};
}

// Where a backslash and an 'n' stand outside quotes.
std::vector<std::size_t> escaped_newlines(std::string_view line)
{
    std::vector<std::size_t> places;
    char quote = 0;
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '\\') {
            if (quote == 0 && line.substr(at + 1, 1) == "n")
                places.push_back(at);
            ++at;
        } else if (quote != 0)
            quote = line[at] == quote ? '\0' : quote;
        else if (std::string_view("\"'`").find(line[at]) != npos)
            quote = line[at];
    }
    return places;
}

bool has_word(std::string_view text) { return std::any_of(text.begin(), text.end(), is_word); }

// The line with newlines in place of those, and with tabs after them.
std::string with_newlines(std::string_view line)
{
    std::string text;
    std::size_t begin = 0;
    for (const std::size_t at : escaped_newlines(line)) {
        text.append(line.substr(begin, at - begin)).append("\n");
        for (begin = at + 2; line.substr(begin).starts_with("\\t"); begin += 2)
            text += '\t';
    }
    return text.append(line.substr(begin));
}

Found find_escaped_newlines(const Lines& lines, std::string_view /*name*/)
{
    std::unordered_set<std::string_view> lost;
    for (const Line& line : split_lines(lines.texts.old_text))
        if (has_word(line.text))
            lost.insert(trimmed(line.text));
    for (const Line& line : lines.all)
        lost.erase(trimmed(line.text));
    // A new file is one line then: others may have what looks like it.
    const std::string_view file = lines.texts.file;
    const auto may_have_none
        = [&] { return file.empty() ? lines.all.size() == 1 : !lines.file_has("\\n"); };
    const auto is_escaped = [&](std::string_view line) {
        if (line.find("\\n") == npos || escaped_newlines(line).empty())
            return false;
        const std::string text = with_newlines(line);
        const auto parts = split_lines(text);
        return std::any_of(parts.begin(), parts.end(), [&](const Line& part) {
            const bool is_indented = &part != parts.data() && has_word(part.text)
                && (part.text.starts_with('\t') || part.text.starts_with("  "));
            return lost.count(trimmed(part.text)) != 0 || (is_indented && may_have_none());
        });
    };
    const auto found = std::find_if(lines.added.begin(), lines.added.end(), is_escaped);
    if (found == lines.added.end())
        return {};
    return PastedMarks {"a backslash and an 'n' instead of a newline: " + in_quotes(*found),
        lines.with_added(with_newlines)};
}

// Does each double quote have a backslash, and is there one?
bool has_escaped_quotes_alone(std::string_view text)
{
    bool is_found = false;
    for (std::size_t at = text.find('"'); at != npos; at = text.find('"', at + 1)) {
        if (at == 0 || text[at - 1] != '\\')
            return false;
        is_found = true;
    }
    return is_found;
}

std::string unescaped(std::string_view text)
{
    static constexpr std::array<std::pair<char, char>, 4> escapes {
        {{'n', '\n'}, {'t', '\t'}, {'"', '"'}, {'\\', '\\'}}};
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto* const escape = text[at] != '\\' || at + 1 == text.size()
            ? escapes.end()
            : std::find_if(escapes.begin(), escapes.end(),
                [&](const auto& pair) { return pair.first == text[at + 1]; });
        result += escape == escapes.end() ? text[at] : escape->second;
        at += escape == escapes.end() ? 0 : 1;
    }
    return result;
}

Found find_escaped_quotes(const Lines& lines, std::string_view /*name*/)
{
    std::string added;
    for (const std::string_view line : lines.added)
        added.append(line).append("\n");
    if (!has_escaped_quotes_alone(added) || lines.texts.old_text.find('"') == npos
        || lines.file_has("\\\""))
        return {};
    std::string plain = lines.with_added(unescaped);
    // To put these backslashes in may be the edit.
    if (plain == lines.texts.old_text || stripped(plain) == stripped(lines.texts.old_text))
        return {};
    const auto found = std::find_if(lines.added.begin(), lines.added.end(),
        [](std::string_view line) { return line.find("\\\"") != npos; });
    return PastedMarks {
        "a backslash before each double quote: " + in_quotes(*found), std::move(plain)};
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 5> entities {
    {{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&amp;", "&"}}};

std::string without_entities(std::string_view text)
{
    std::string result;
    while (!text.empty()) {
        const auto* const found = std::find_if(entities.begin(), entities.end(),
            [&](const auto& entity) { return text.starts_with(entity.first); });
        result += found == entities.end() ? text.substr(0, 1) : found->second;
        text.remove_prefix(found == entities.end() ? 1 : found->first.size());
    }
    return result;
}

bool is_comment(std::string_view line)
{
    static constexpr std::array<std::string_view, 6> starts {"*", "//", "/*", "#", "--", ";"};
    return std::any_of(starts.begin(), starts.end(),
        [&](std::string_view start) { return trimmed(line).starts_with(start); });
}

// Outside quotes, and with no character of its own that an entity stands for.
bool has_entities_alone(std::string_view line)
{
    std::string rest(line);
    for (const auto& [entity, character] : entities)
        for (std::size_t at = rest.find(entity); at != npos; at = rest.find(entity, at))
            rest.replace(at, entity.size(), " ");
    return rest != line && rest.find_first_of("<>&\"'`") == npos && !is_comment(line);
}

Found find_entities(const Lines& lines, std::string_view name)
{
    static constexpr std::string_view markup
        = " astro cshtml ejs erb haml hbs htm html j2 jinja jsp jsx mustache php plist pug razor "
          "resx svelte svg tmpl tpl ts tsx twig ui vue xaml xhtml xml xsl ";
    const auto found = std::find_if(lines.added.begin(), lines.added.end(), has_entities_alone);
    if (found == lines.added.end() || may_quote_code(name) || has_suffix(name, markup)
        || lines.texts.file.find_first_of("<>&") == npos
        || std::any_of(entities.begin(), entities.end(),
            [&](const auto& entity) { return lines.file_has(entity.first); }))
        return {};
    return PastedMarks {"an entity of HTML instead of a character: " + in_quotes(*found),
        lines.with_added(without_entities)};
}

Found find_fence(const Lines& lines, std::string_view name)
{
    static constexpr std::string_view fence = "```";
    const auto is_solid = [](const Line& line) { return !trimmed(line.text).empty(); };
    const auto first = std::find_if(lines.all.begin(), lines.all.end(), is_solid);
    const auto last = std::find_if(lines.all.rbegin(), lines.all.rend(), is_solid);
    if (first == lines.all.end() || &*first == &*last || !trimmed(first->text).starts_with(fence)
        || trimmed(last->text) != fence || lines.texts.old_text.find(fence) != npos
        || may_quote_code(name))
        return {};
    const auto begin = static_cast<std::size_t>(
                           first->text.data() + first->text.size() - lines.texts.new_text.data())
        + bytes_of(first->end).size();
    const auto end = static_cast<std::size_t>(last->text.data() - lines.texts.new_text.data());
    return PastedMarks {"a code fence around it: " + in_quotes(trimmed(first->text)),
        std::string(lines.texts.new_text.substr(begin, end - begin))};
}

std::uint64_t value_of(std::string_view number)
{
    std::uint64_t value = 0;
    for (const char letter : number)
        if (letter >= '0' && letter <= '9')
            value = value * 10 + static_cast<std::uint64_t>(letter - '0');
    return value;
}

bool has_number(std::string_view line) { return !number_before(line).empty(); }

Found find_numbers(const Lines& lines, std::string_view /*name*/)
{
    const auto& added = lines.added;
    const bool are_one_listing = added.size() > 1
        && std::all_of(added.begin(), added.end(), has_number)
        && std::adjacent_find(added.begin(), added.end(),
               [](std::string_view one, std::string_view next) {
                   return value_of(number_before(one)) + 1 != value_of(number_before(next));
               })
            == added.end();
    if (!are_one_listing || lines.texts.file.empty())
        return {};
    const auto before = split_lines(lines.texts.file);
    if (std::any_of(
            before.begin(), before.end(), [](const Line& line) { return has_number(line.text); }))
        return {};
    return PastedMarks {
        "the line numbers of a listing, such as " + in_quotes(number_before(added[0])),
        lines.with_added([](std::string_view line) {
            return std::string(line.substr(number_before(line).size()));
        })};
}

}

std::optional<PastedMarks> find_pasted_marks(
    const Substitution& substitution, std::string_view name)
{
    const Lines lines(substitution);
    if (lines.added.empty())
        return {};
    for (const auto find : {find_fence, find_numbers, find_marks_of_diff, find_escaped_quotes,
             find_escaped_newlines, find_entities})
        if (auto found = find(lines, name))
            return found;
    return {};
}

}
