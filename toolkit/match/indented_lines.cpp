#include "toolkit/match/indented_lines.hpp"

#include "toolkit/match/reindentation.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/folding.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>

namespace toolkit::match {

// Returns the line without a comment at its end. A comment mark in quotes counts as well; it is
// then unclear where the code ends.
static std::string_view without_comment(std::string_view line)
{
    for (const std::string_view mark : {" #", "\t#", "//", "/*"})
        line = line.substr(0, line.find(mark));
    return text::without_trailing_whitespace(line);
}

static std::string_view last_word(std::string_view text)
{
    return text.substr(text.find_last_of(" \t") + 1); // the whole text if it has one word
}

// Returns true for "key: &anchor", "key: !tag", "key: |", "key: >-".
static bool ends_as_yaml_key(std::string_view text)
{
    std::string_view last = last_word(text);
    const bool is_property = last.starts_with('&') || last.starts_with('!');
    const bool is_block = (last.starts_with('|') || last.starts_with('>'))
        && last.find_first_not_of("+-0123456789", 1) == std::string_view::npos;
    const std::string_view before
        = text::without_trailing_whitespace(text.substr(0, text.size() - last.size()));
    if (!is_property && !is_block)
        return false;
    return before.ends_with(':') || before == "-" || (!before.empty() && ends_as_yaml_key(before));
}

static bool ends_as_head(std::string_view text)
{
    static constexpr std::array<std::string_view, 12> words {"do", "then", "else", "try", "finally",
        "begin", "where", "of", "loop", "repeat", "->", "=>"};
    return opens_block(text) || ends_as_yaml_key(text)
        || std::find(words.begin(), words.end(), last_word(text)) != words.end();
}

// Returns true for "if a" and "def f(x)" in languages without a mark at the end of such lines, but
// not for "if (a) b;", which is complete.
static bool begins_as_head(std::string_view text)
{
    static constexpr std::array<std::string_view, 20> words {"if", "unless", "while", "until",
        "for", "case", "when", "def", "class", "module", "function", "else", "elif", "elsif",
        "except", "with", "try", "switch", "catch", "match"};
    const std::string_view word = text.substr(0, text.find_first_of(" \t(:{"));
    return std::find(words.begin(), words.end(), word) != words.end()
        && std::string_view(";},").find(text.back()) == std::string_view::npos;
}

static bool heads_block(std::string_view first, std::string_view last)
{
    const std::string_view text = without_comment(last);
    return !text.empty()
        && (ends_as_head(text) || begins_as_head(text::trimmed(without_comment(first))));
}

static std::ptrdiff_t brackets_left_open(std::string_view text)
{
    const auto count = [text](char letter) { return std::count(text.begin(), text.end(), letter); };
    return count('(') + count('[') - count(')') - count(']');
}

using LineIterator = std::vector<text::Line>::const_iterator;

// Returns the last line of the statement that begins with this line. The statement includes the
// lines in its brackets, unless the line with the bracket opens a block ("f(["), and lines after a
// backslash.
static LineIterator end_of_statement(LineIterator line, LineIterator end)
{
    std::ptrdiff_t open = 0;
    for (; line != end; ++line) {
        const std::string_view text = without_comment(line->text);
        open += brackets_left_open(text);
        const bool is_head
            = !text.empty() && std::string_view("{([").find(text.back()) != std::string_view::npos;
        if ((open <= 0 && !text.ends_with('\\')) || is_head || std::next(line) == end)
            break;
    }
    return line;
}

// Returns true if `deeper` is one step deeper than `indentation`, which must be a multiple of that
// step. A step has at least two spaces.
static bool is_step_deeper(std::string_view indentation, std::string_view deeper)
{
    if (deeper.size() <= indentation.size())
        return false;
    const std::size_t step = deeper.size() - indentation.size();
    return indentation.size() % step == 0 && (step > 1 || deeper.back() == '\t');
}

static bool is_solid(const text::Line& line) { return !text::trimmed(line.text).empty(); }

// Returns true if `test` is true for one of the lines after the first.
template<class Test>
static bool any_after_first(const std::vector<text::Line>& lines, Test test)
{
    return lines.size() > 1 && std::any_of(lines.begin() + 1, lines.end(), test);
}

bool is_indented_as_file(const CutText& cut)
{
    const auto& added = cut.added;
    if (added.empty() || cut.indentation.empty())
        return true;
    if (is_solid(added.front()) && !text::indentation_of(added.front().text).empty())
        return false;
    const auto last = end_of_statement(added.begin(), added.end());
    const auto next = std::find_if(last + 1, added.end(), is_solid);
    // The other keys of "- a: 1" are indented.
    const bool is_item = added.front().text.starts_with("- ");
    for (auto line = added.begin() + 1; line != added.end(); ++line) {
        if (!is_solid(*line))
            continue;
        const std::string_view indentation = text::indentation_of(line->text);
        if (any_after_first(
                cut.there, [&](const text::Line& other) { return other.text == line->text; }))
            return true;
        const bool is_known
            = !indentation.empty() && any_after_first(cut.there, [&](const text::Line& other) {
                  return is_solid(other) && text::indentation_of(other.text) == indentation;
              });
        if (!indentation.starts_with(cut.indentation) && !is_known)
            return false;
        if (line == next && is_item && indentation == cut.indentation
            && !text::trimmed(line->text).starts_with('-'))
            return false;
        if (line == next && heads_block(added.front().text, last->text)
            && !is_step_deeper(cut.indentation, indentation))
            return false;
    }
    return true;
}

static std::vector<std::string> as_written(const std::vector<text::Line>& lines)
{
    std::vector<std::string> result;
    result.reserve(lines.size());
    for (const auto& line : lines)
        result.emplace_back(line.text);
    return result;
}

std::optional<std::vector<std::string>> shift_lines(
    const IndentationExample& example, UnknownDepthPolicy depths)
{
    const Reindentation reindentation(example);
    if (!reindentation.is_function())
        return {};
    std::vector<std::string> result;
    for (auto& line : reindentation.indented(example.more, depths)) {
        if (!line)
            return {};
        result.push_back(*std::move(line));
    }
    return result;
}

// If all lines are at the margin, neither a shift nor other steps change new lines at the margin.
static bool are_at_margin(const std::vector<text::Line>& lines)
{
    return std::all_of(lines.begin(), lines.end(), [](const text::Line& line) {
        return text::trimmed(line.text).empty() || text::indentation_of(line.text).empty();
    });
}

static Indented indent_all(const IndentationExample& example)
{
    if (are_indented_alike(example.written, example.file)
        || (are_at_margin(example.file) && are_at_margin(example.more)))
        return {as_written(example.more), {}, {}};
    auto learned = shift_lines(example, UnknownDepthPolicy::certain);
    auto moved = learned ? learned : shift_lines(example, UnknownDepthPolicy::moved);
    switch (indentation_style(example)) {
    case IndentationStyle::file: return {as_written(example.more), {}, {}};
    case IndentationStyle::writer:
        if (learned)
            return {std::move(learned), {}, {}};
        return {{}, std::move(moved), shift_lines(example, UnknownDepthPolicy::stepped)};
    case IndentationStyle::unclear: break;
    }
    return {{}, std::move(moved), {}};
}

static std::vector<text::Line> rest_of(const std::vector<text::Line>& lines)
{
    return {lines.begin() + std::min<std::ptrdiff_t>(1, static_cast<std::ptrdiff_t>(lines.size())),
        lines.end()};
}

static bool is_cut_at_first_line(const IndentationExample& example)
{
    const auto is_solid = [](const text::Line& line) { return !text::trimmed(line.text).empty(); };
    const auto is_first = [&](const text::Line& line) {
        return text::trimmed(line.text) == text::trimmed(example.written.front().text)
            && text::trimmed(example.more.front().text) != text::trimmed(line.text);
    };
    return example.written.size() > 1 && !example.more.empty() && is_solid(example.written.front())
        && text::indentation_of(example.written.front().text).empty()
        && !text::indentation_of(example.file.front().text).empty()
        && is_solid(example.more.front()) && text::indentation_of(example.more.front().text).empty()
        && std::any_of(example.written.begin() + 1, example.written.end(), is_solid)
        && std::none_of(
            // Nothing was inserted before it.
            example.more.begin() + 1, example.more.end(), is_first);
}

// Returns true if lines other than the first were written without their indentation, too.
static bool lacks_all_indentation(const IndentationExample& example)
{
    for (std::size_t number = 1; number < example.written.size(); ++number)
        if (!text::trimmed(example.written[number].text).empty()
            && text::indentation_of(example.written[number].text).empty()
            && !text::indentation_of(example.file[number].text).empty())
            return true;
    return false;
}

static Indented indent_rest(const IndentationExample& example)
{
    const std::vector<text::Line> written = rest_of(example.written);
    const std::vector<text::Line> file = rest_of(example.file);
    const std::vector<text::Line> added = rest_of(example.more);
    Indented rest = indent_all({written, file, added, example.whole});
    const std::string first = std::string(text::indentation_of(example.file.front().text))
        + std::string(example.more.front().text);
    for (auto* lines : {&rest.lines, &rest.shifted, &rest.stepped})
        if (*lines)
            (*lines)->insert((*lines)->begin(), first);
    return rest;
}

Indented indent_as_file(const IndentationExample& example)
{
    if (!is_cut_at_first_line(example))
        return indent_all(example);
    if (are_indented_alike(rest_of(example.written), rest_of(example.file))) {
        if (is_indented_as_file(
                {text::indentation_of(example.file.front().text), example.file, example.more}))
            return indent_rest(example);
        return {{},
            shift_lines(
                {{example.written.front()}, {example.file.front()}, example.more, example.whole},
                UnknownDepthPolicy::moved),
            {}};
    }
    Indented result = indent_all(example);
    return result.lines || lacks_all_indentation(example) ? result : indent_rest(example);
}

namespace {

// Returns the word that ends a here-document which begins in this line; empty if there is none.
// Here-documents whose end may be indented (`<<-EOF`, `<<~EOF`) do not count.
std::string_view here_document_end(std::string_view line)
{
    const std::size_t at = line.find("<<");
    if (at == std::string_view::npos || line.substr(at + 2).starts_with('<'))
        return {};
    std::string_view word = line.substr(at + 2);
    word.remove_prefix(std::min(word.find_first_not_of(" \t\\'\""), word.size()));
    return word.substr(0,
        static_cast<std::size_t>(
            std::find_if_not(word.begin(), word.end(), text::is_word) - word.begin()));
}

std::size_t count_of(std::string_view line, std::string_view mark)
{
    std::size_t count = 0;
    for (std::size_t at = line.find(mark); at < line.size(); at = line.find(mark, at + mark.size()))
        ++count;
    return count;
}

class Literals {
public:
    explicit Literals(const Reindented& lines)
        : added(lines.added)
        , indented(lines.indented)
    {
        for (const text::Line& line : lines.old)
            old.insert(text::trimmed(line.text));
    }

    bool are_altered() const
    {
        for (std::size_t at = 0; at < added.size(); ++at)
            if (is_altered_here_document(at) || is_altered_string(at))
                return true;
        return false;
    }

private:
    bool is_altered(std::size_t at) const
    {
        return indented[at] != added[at].text && old.count(text::trimmed(added[at].text)) == 0;
    }

    bool is_altered_here_document(std::size_t begin) const
    {
        const std::string_view word = here_document_end(added[begin].text);
        if (word.empty())
            return false;
        std::size_t end = begin + 1;
        while (end < added.size() && added[end].text != word)
            ++end;
        if (end == added.size())
            return false;
        for (std::size_t at = begin + 1; at <= end; ++at)
            if (is_altered(at))
                return true;
        return false;
    }

    bool is_altered_string(std::size_t begin) const
    {
        static constexpr std::array<std::string_view, 3> marks {"\"\"\"", "'''", "`"};
        const std::size_t depth = text::indentation_of(added[begin].text).size();
        for (const std::string_view mark : marks) {
            if (count_of(added[begin].text, mark) % 2 == 0)
                continue;
            std::size_t end = begin + 1;
            while (end < added.size() && count_of(added[end].text, mark) % 2 == 0)
                ++end;
            if (end == added.size())
                continue; // it closes a string that begins above these lines
            for (std::size_t at = begin + 1; at <= end; ++at)
                if (!text::trimmed(added[at].text).empty()
                    && text::indentation_of(added[at].text).size() < depth && is_altered(at))
                    return true;
        }
        return false;
    }

    const std::vector<text::Line>& added;
    const std::vector<std::string>& indented;
    std::set<std::string_view> old;
};

}

bool alters_verbatim_lines(const Reindented& lines) { return Literals(lines).are_altered(); }

}
