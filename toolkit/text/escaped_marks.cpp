#include "toolkit/text/characters.hpp"
#include "toolkit/text/edit_script.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/meant_escapes.hpp"
#include "toolkit/text/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace toolkit::text {

namespace {

constexpr std::size_t nowhere = std::string_view::npos;

bool has_word(std::string_view text) { return std::any_of(text.begin(), text.end(), is_word); }

// Returns the offsets of the escaped newlines of a line that are probably mistakes.
std::vector<std::size_t> escaped_newlines(std::string_view line, std::string_view name)
{
    std::vector<std::size_t> places;
    if (line.find("\\n") != nowhere)
        places = escapes_outside_quotes(line, "n");
    std::erase_if(places, [&](std::size_t at) { return is_meant_escape(line, at, name); });
    return places;
}

// Returns the line with its escaped newlines, and the escaped tabs after them, decoded.
std::string with_newlines(std::string_view line, std::string_view name)
{
    std::string text;
    std::size_t begin = 0;
    for (const std::size_t at : escaped_newlines(line, name)) {
        text.append(line.substr(begin, at - begin)).append("\n");
        for (begin = at + 2; line.substr(begin).starts_with("\\t"); begin += 2)
            text += '\t';
    }
    return text.append(line.substr(begin));
}

// True if the line has an 'n' and more of a word after a backslash outside quotes.
bool has_word_with_escape(std::string_view line)
{
    const auto places = escapes_outside_quotes(line, "n");
    return std::any_of(places.begin(), places.end(),
        [&](std::size_t at) { return at + 2 < line.size() && is_word(line[at + 2]); });
}

// Returns true if the file has a line of the same form as this one: a path or a command with a
// backslash.
bool has_form_of(std::string_view file, std::string_view line)
{
    if (!has_word_with_escape(line))
        return false;
    for (std::size_t at = file.find("\\n"); at != nowhere; at = file.find("\\n", at)) {
        const std::size_t begin = file.rfind('\n', at) + 1;
        const std::size_t end = std::min(file.find('\n', at), file.size());
        if (has_word_with_escape(file.substr(begin, end - begin)))
            return true;
        at = end;
    }
    return false;
}

// Returns true if the mark occurs, and never without a backslash before it.
bool has_escaped_alone(std::string_view text, std::string_view mark)
{
    bool is_found = false;
    for (std::size_t at = text.find(mark); at != nowhere; at = text.find(mark, at + 1)) {
        if (at == 0 || text[at - 1] != '\\')
            return false;
        is_found = true;
    }
    return is_found;
}

struct QuotingMark {
    std::string_view mark;
    std::string_view words;
};

constexpr std::array<QuotingMark, 3> quoting_marks {
    {{"\"", "each double quote"}, {"`", "each backtick"}, {"${", "each '${'"}}};

// Returns the text without the backslashes that JSON adds, or without those before `mark`.
std::string unescaped(std::string_view text, std::string_view mark)
{
    static constexpr std::array<std::pair<char, char>, 4> escapes {
        {{'n', '\n'}, {'t', '\t'}, {'"', '"'}, {'\\', '\\'}}};
    const bool is_json = mark == "\"";
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (!is_json && text[at] == '\\' && text.substr(at + 1).starts_with(mark))
            continue;
        const auto* const escape = !is_json || text[at] != '\\' || at + 1 == text.size()
            ? escapes.end()
            : std::find_if(escapes.begin(), escapes.end(),
                [&](const auto& pair) { return pair.first == text[at + 1]; });
        result += escape == escapes.end() ? text[at] : escape->second;
        at += escape == escapes.end() ? 0 : 1;
    }
    return result;
}

// True if the escape occurs outside comments and, for a double quote, outside other quotes.
bool has_odd_escape(std::string_view line, std::string_view escaped)
{
    const std::size_t at = line.find(escaped);
    return at != nowhere && !is_in_comment(line, at)
        && (escaped != "\\\"" || !escapes_outside_quotes(line, "\"").empty());
}

FoundMarks find_escaped_mark(const AddedLines& lines, const QuotingMark& quoting)
{
    const std::string_view mark = quoting.mark;
    const std::string escaped = "\\" + std::string(mark);
    std::string added;
    for (const std::string_view line : lines.added)
        added.append(line).append("\n");
    if (!has_escaped_alone(added, mark) || lines.texts.old_text.find(mark) == nowhere
        || lines.file_has(escaped))
        return {};
    std::string plain
        = lines.with_added([mark](std::string_view line) { return unescaped(line, mark); });
    // The purpose of the edit may be to add these backslashes.
    if (plain == lines.texts.old_text || stripped(plain) == stripped(lines.texts.old_text))
        return {};
    const auto found = std::find_if(lines.added.begin(), lines.added.end(),
        [&](std::string_view line) { return has_odd_escape(line, escaped); });
    if (found == lines.added.end())
        return {};
    return PastedMarks {
        "a backslash before " + std::string(quoting.words) + ": " + in_quotes(*found),
        std::move(plain)};
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 9> entities {
    {{"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#34;", "\""}, {"&#39;", "'"},
        {"&#x27;", "'"}, {"&#x2F;", "/"}, {"&apos;", "'"}, {"&amp;", "&"}}};

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

// Returns true if the line has entities, has neither quotes nor characters that entities represent,
// and is not a comment.
bool has_entities_alone(std::string_view line)
{
    std::string rest(line);
    for (const auto& [entity, character] : entities)
        for (std::size_t at = rest.find(entity); at != nowhere; at = rest.find(entity, at))
            rest.replace(at, entity.size(), " ");
    return rest != line && rest.find_first_of("<>&\"'`") == nowhere && !is_in_comment(line, 0);
}

// Returns true if the file has '<', '>' or '&', or an apostrophe if the line has the entity of one.
// Double quotes do not count, since most files have them.
bool has_characters_of(std::string_view file, std::string_view line)
{
    if (file.find_first_of("<>&") != nowhere)
        return true;
    return std::any_of(entities.begin(), entities.end(), [&](const auto& entity) {
        return entity.second == "'" && line.find(entity.first) != nowhere
            && file.find(entity.second) != nowhere;
    });
}

// The escapes that some JSON writers use for these characters.
constexpr std::array<std::pair<std::string_view, char>, 3> letters_of_json {
    {{"u003c", '<'}, {"u003e", '>'}, {"u0026", '&'}}};

std::string with_letters(std::string_view line)
{
    std::string text(line);
    for (const auto& [letters, letter] : letters_of_json) {
        const auto places = escapes_outside_quotes(text, letters);
        for (auto at = places.rbegin(); at != places.rend(); ++at)
            text.replace(*at, letters.size() + 1, 1, letter);
    }
    return text;
}

}

FoundMarks find_escaped_newlines(const AddedLines& lines, std::string_view name)
{
    std::unordered_set<std::string_view> lost;
    for (const Line& line : split_lines(lines.texts.old_text))
        if (has_word(line.text))
            lost.insert(trimmed(line.text));
    for (const Line& line : lines.all)
        lost.erase(trimmed(line.text));
    // A new file has no lines to compare with, so only a text of a single line counts: others may
    // contain a real "\n".
    const std::string_view file = lines.texts.file;
    const auto may_have_none
        = [&] { return file.empty() ? lines.all.size() == 1 : !lines.file_has("\\n"); };
    const auto is_escaped = [&](std::string_view line) {
        if (escaped_newlines(line, name).empty() || has_form_of(file, line))
            return false;
        const std::string text = with_newlines(line, name);
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
        lines.with_added([&](std::string_view line) { return with_newlines(line, name); })};
}

FoundMarks find_escaped_tabs(const AddedLines& lines, std::string_view name)
{
    const auto is_escaped = [&](std::string_view line) {
        const std::size_t at = indentation_of(line).size();
        return line.substr(at).starts_with("\\t") && !is_meant_escape(line, at, name);
    };
    const auto found = std::find_if(lines.added.begin(), lines.added.end(), is_escaped);
    const bool has_tabs = lines.texts.file.starts_with('\t') || lines.file_has("\n\t");
    if (found == lines.added.end() || !has_tabs || lines.file_has("\\t"))
        return {};
    return PastedMarks {"a backslash and a 't' instead of a tab: " + in_quotes(*found),
        lines.with_added([](std::string_view line) {
            std::string text(indentation_of(line));
            for (line.remove_prefix(text.size()); line.starts_with("\\t"); line.remove_prefix(2))
                text += '\t';
            return text.append(line);
        })};
}

FoundMarks find_escaped_quotes(const AddedLines& lines, std::string_view name)
{
    if (is_tex(name))
        return {};
    for (const QuotingMark& quoting : quoting_marks)
        if (auto found = find_escaped_mark(lines, quoting))
            return found;
    return {};
}

FoundMarks find_escaped_letters(const AddedLines& lines, std::string_view name)
{
    const auto found = std::find_if(lines.added.begin(), lines.added.end(),
        [](std::string_view line) { return with_letters(line) != line; });
    if (found == lines.added.end() || may_quote_code(name) || has_suffix(name, " properties ")
        || lines.file_has("\\u00"))
        return {};
    return PastedMarks {"an escape of JSON instead of a character: " + in_quotes(*found),
        lines.with_added(with_letters)};
}

FoundMarks find_entities(const AddedLines& lines, std::string_view name)
{
    const auto found = std::find_if(lines.added.begin(), lines.added.end(), has_entities_alone);
    if (found == lines.added.end() || may_quote_code(name) || lines.is_markup(name)
        || !has_characters_of(lines.texts.file, *found)
        || std::any_of(entities.begin(), entities.end(),
            [&](const auto& entity) { return lines.file_has(entity.first); }))
        return {};
    return PastedMarks {"an entity of HTML instead of a character: " + in_quotes(*found),
        lines.with_added(without_entities)};
}

}
