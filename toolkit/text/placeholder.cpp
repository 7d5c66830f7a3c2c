#include "toolkit/text/placeholder.hpp"

#include "toolkit/text/characters.hpp"
#include "toolkit/text/contains.hpp"
#include "toolkit/text/folding.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace toolkit::text {

namespace {

constexpr std::string_view dots = "...";

constexpr std::array<std::string_view, 12> comment_starts {
    "//", "#", "--", "/*", "<!--", ";", "%", "{/*", "(*", "{-", "\"\"\"", "'''"};

// The words that a placeholder consists of. The first group refers to the lines that were left out,
// the second one names them, the third one says that they are unchanged.
constexpr std::array<std::string_view, 13> references {"rest", "remainder", "remaining", "existing",
    "previous", "other", "unchanged", "unmodified", "same", "omitted", "original", "truncated",
    "elided"};
constexpr std::array<std::string_view, 54> things {"code", "file", "function", "functions",
    "method", "methods", "class", "classes", "implementation", "implementations", "content",
    "contents", "logic", "line", "lines", "body", "script", "document", "imports", "text",
    "section", "sections", "tests", "styles", "fields", "properties", "module", "component",
    "components", "program", "config", "configuration", "rules", "routes", "cases", "items",
    "entries", "settings", "options", "values", "elements", "handlers", "variables", "declarations",
    "definitions", "includes", "statements", "members", "attributes", "exports", "rows", "columns",
    "jsx", "markup"};
constexpr std::array<std::string_view, 15> statements {"unchanged", "unmodified", "same", "omitted",
    "truncated", "elided", "remains", "remain", "stays", "stay", "brevity", "intact", "here",
    "goes", "before"};
constexpr std::array<std::string_view, 48> fillers {"the", "of", "your", "this", "all", "keep",
    "and", "as", "is", "are", "it", "was", "were", "for", "in", "place", "to", "with", "above",
    "below", "not", "shown", "no", "changes", "exactly", "follows", "continues", "from", "be",
    "kept", "leave", "left", "preserve", "retain", "change", "changed", "on", "so", "at", "these",
    "those", "them", "everything", "else", "more", "just", "has", "have"};

// Further words that may refer to lines, and words that may say that these are unchanged.
constexpr std::array<std::string_view, 7> possible_references {
    "everything", "etc", "snip", "snipped", "skipped", "abbreviated", "shortened"};
constexpr std::array<std::string_view, 11> claims {"unchanged", "unmodified", "omitted",
    "truncated", "elided", "intact", "brevity", "snip", "snipped", "abbreviated", "remains"};

using Words = std::vector<std::string>;

struct Remark {
    bool is_comment;
    bool is_marked; // a comment, a list item, or in brackets
    bool begins_with_dots;
    bool ends_with_dots;
    bool is_dots; // nothing but dots
    Words words;
};

bool is_letter(char letter)
{
    return (letter >= 'a' && letter <= 'z') || static_cast<unsigned char>(letter) >= 0x80;
}

Words words_of(std::string_view text)
{
    Words words;
    for (std::size_t at = 0; at < text.size();) {
        const auto* begin = std::find_if(text.begin() + at, text.end(), is_letter);
        const auto* end = std::find_if_not(begin, text.end(), is_letter);
        if (begin != end)
            words.emplace_back(begin, end);
        at = static_cast<std::size_t>(end - text.begin());
    }
    return words;
}

Remark remark_of(std::string_view line)
{
    static constexpr std::string_view marks = " \t/*#-;%!<>{}()[]'\"`|:_";
    const auto is_start = [&](std::string_view start) { return line.starts_with(start); };
    Remark remark {};
    remark.is_comment = std::any_of(comment_starts.begin(), comment_starts.end(), is_start);
    remark.is_marked = remark.is_comment || line.find_first_of("*-[({<>") == 0;
    const std::size_t begin = line.find_first_not_of(marks);
    if (begin == std::string_view::npos)
        return remark;
    const std::string_view core = line.substr(begin, line.find_last_not_of(marks) + 1 - begin);
    remark.begins_with_dots = core.starts_with(dots);
    remark.ends_with_dots = core.ends_with(dots);
    remark.is_dots = core == dots;
    // Text with a comma, an assignment or a call is code: `{...rest, code}`.
    if (remark.is_comment || core.find_first_of(",;=$") == std::string_view::npos)
        remark.words = words_of(core);
    return remark;
}

template<class Group>
bool has_word_of(const Words& words, const Group& group)
{
    return std::any_of(words.begin(), words.end(),
        [&](const std::string& word) { return text::contains(group, word); });
}

bool is_known(const std::string& word)
{
    return text::contains(references, word) || text::contains(things, word)
        || text::contains(statements, word) || text::contains(fillers, word);
}

bool is_certain(const Remark& remark)
{
    const Words& words = remark.words;
    if (remark.is_comment && remark.is_dots)
        return true;
    if (words.empty())
        return false;
    if (remark.is_comment && remark.begins_with_dots && remark.ends_with_dots)
        return true;
    if (!has_word_of(words, references) || !std::all_of(words.begin(), words.end(), is_known))
        return false;
    const bool names_thing = has_word_of(words, things);
    const bool is_rest = words.size() > 2 && text::contains(words, std::string("of"))
        && (text::contains(words, std::string("rest"))
            || text::contains(words, std::string("remainder")));
    if (remark.is_comment && (remark.begins_with_dots || remark.ends_with_dots))
        return true;
    const bool is_statement = has_word_of(words, statements);
    if (remark.is_comment)
        return names_thing && (is_rest || is_statement);
    if (remark.is_marked)
        return names_thing && (remark.begins_with_dots || is_statement);
    return names_thing && is_rest && is_statement;
}

// Returns true for words like "unchanged", "as before", "no changes".
bool claims_sameness(const Words& words)
{
    const auto has = [&](const char* word) { return text::contains(words, std::string(word)); };
    return has_word_of(words, claims) || (has("as") && (has("is") || has("was") || has("before")))
        || (has("same") && (has("as") || words.size() == 1))
        || ((has("no") || has("not")) && (has("changes") || has("change") || has("changed")));
}

bool is_known_here(const std::string& word)
{
    return is_known(word) || text::contains(possible_references, word);
}

// Returns false for "#other-content {" and "--keep-existing", for docstrings and for headings.
bool is_plain_comment(std::string_view line)
{
    if (line.starts_with("\"\"\"") || line.starts_with("'''") || line.starts_with("##"))
        return false;
    const std::size_t end = line.find_first_not_of("/*#-;%!<{(");
    return end != std::string_view::npos
        && (line.starts_with("/") || line.starts_with("<!--") || line[end - 1] == '('
            || text::contains(std::string_view(" \t[."), line[end]));
}

// Returns true for several words in brackets, without characters that only code has.
bool is_bracketed(std::string_view line, const Words& words)
{
    return line.find_first_of("[({<") == 0 && words.size() > 1
        && line.find_first_of(".:=;,$_-/\"'") == std::string_view::npos;
}

bool is_possible(std::string_view line)
{
    static constexpr std::size_t max_words = 6;
    const Remark remark = remark_of(line);
    const Words& words = remark.words;
    // The words may be of any language, and may include names of the file.
    if (remark.is_comment && remark.begins_with_dots && !words.empty() && words.size() <= max_words)
        return is_plain_comment(line);
    if (words.empty() || !std::all_of(words.begin(), words.end(), is_known_here))
        return false;
    const bool refers = has_word_of(words, references) || has_word_of(words, possible_references)
        || claims_sameness(words);
    if (remark.is_comment)
        return is_plain_comment(line) && refers;
    return refers && is_bracketed(line, words);
}

// Returns true for code with a comment after it or in it, or a body of dots: "pass  # unchanged",
// "f() { ... }".
bool has_possible_part(std::string_view line)
{
    static constexpr std::array<std::string_view, 5> starts {" #", " //", " /*", "{/*", " <!--"};
    for (const std::string_view start : starts) {
        const std::size_t at = line.find(start);
        if (at == std::string_view::npos)
            continue;
        std::string_view comment = line.substr(at + 1);
        const std::size_t end = start.ends_with('*') ? comment.find("*/") : std::string_view::npos;
        comment = comment.substr(0, end == std::string_view::npos ? end : end + 2);
        const Remark remark = remark_of(comment);
        if ((remark.is_comment && remark.is_dots) || is_certain(remark)
            || (is_possible(comment) && claims_sameness(remark.words)))
            return true;
    }
    const std::size_t brace = line.rfind('{');
    return brace != std::string_view::npos && line.ends_with('}')
        && text::trimmed(line.substr(brace + 1, line.size() - brace - 2)) == dots;
}

std::string plain_form(std::string_view line)
{
    return text::in_lower_case(text::with_plain_typography(text::trimmed(line)));
}

}

bool is_ellipsis(std::string_view line)
{
    const std::string plain = plain_form(line);
    return plain == dots || plain == "[...]" || plain == "(...)" || plain == "<...>";
}

StandsForLines stands_for_lines(std::string_view line)
{
    static constexpr std::size_t max_line = 200;
    if (line.size() > max_line)
        return StandsForLines::no;
    const std::string plain = plain_form(line);
    if (plain.empty())
        return StandsForLines::no;
    if (is_certain(remark_of(plain)))
        return StandsForLines::surely;
    return is_ellipsis(line) || is_possible(plain) || has_possible_part(plain)
        ? StandsForLines::perhaps
        : StandsForLines::no;
}

}
