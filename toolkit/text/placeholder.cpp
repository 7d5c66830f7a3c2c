#include "toolkit/text/placeholder.hpp"

#include "toolkit/text/contains.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/lines.hpp"
#include "toolkit/text/lower_case.hpp"

#include <algorithm>
#include <array>
#include <unordered_set>
#include <vector>

namespace toolkit::text {

namespace {

constexpr std::string_view dots = "...";

constexpr std::array<std::string_view, 12> comment_starts {
    "//", "#", "--", "/*", "<!--", ";", "%", "{/*", "(*", "{-", "\"\"\"", "'''"};

// Words of which a placeholder consists. The first group refers to what is left out, the second
// names it, the third says that it is as it was.
constexpr std::array<std::string_view, 13> references {"rest", "remainder", "remaining", "existing",
    "previous", "other", "unchanged", "unmodified", "same", "omitted", "original", "truncated",
    "elided"};
constexpr std::array<std::string_view, 37> things {"code", "file", "function", "functions",
    "method", "methods", "class", "classes", "implementation", "implementations", "content",
    "contents", "logic", "line", "lines", "body", "script", "document", "imports", "text",
    "section", "sections", "tests", "styles", "fields", "properties", "module", "component",
    "components", "program", "config", "configuration", "rules", "routes", "cases", "items",
    "entries"};
constexpr std::array<std::string_view, 15> statements {"unchanged", "unmodified", "same", "omitted",
    "truncated", "elided", "remains", "remain", "stays", "stay", "brevity", "intact", "here",
    "goes", "before"};
constexpr std::array<std::string_view, 30> fillers {"the", "of", "your", "this", "all", "keep",
    "and", "as", "is", "are", "it", "was", "were", "for", "in", "place", "to", "with", "above",
    "below", "not", "shown", "no", "changes", "exactly", "follows", "continues", "from", "be",
    "kept"};

using Words = std::vector<std::string>;

struct Remark {
    bool is_comment;
    bool is_marked; // a comment, a list item, or in brackets
    bool begins_with_dots;
    bool ends_with_dots;
    bool is_dots; // and nothing else
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
    // A comma, an assignment or a call is code: `{...rest, code}`.
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

bool is_placeholder(const Remark& remark)
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

}

std::optional<std::string> find_placeholder(std::string_view content, std::string_view before)
{
    static constexpr std::size_t max_line = 200;
    for (const text::Line& line : text::split_lines(content)) {
        const std::string_view trimmed = text::trimmed(line.text);
        if (trimmed.empty() || trimmed.size() > max_line)
            continue;
        const std::string plain = text::in_lower_case(text::with_plain_typography(trimmed));
        if (is_placeholder(remark_of(plain)) && before.find(trimmed) == std::string_view::npos)
            return std::string(trimmed);
    }
    return {};
}

bool loses_lines(std::string_view before, std::string_view content)
{
    static constexpr int max_lost = 2;
    std::unordered_set<std::string_view> kept;
    for (const text::Line& line : text::split_lines(content))
        kept.insert(text::trimmed(line.text));
    int lost = 0;
    for (const text::Line& line : text::split_lines(before)) {
        const std::string_view trimmed = text::trimmed(line.text);
        if (!trimmed.empty() && kept.insert(trimmed).second && ++lost > max_lost)
            return true;
    }
    return false;
}

}
