#include "cut_indentation.hpp"

#include "toolkit/text/folding.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace fs_edit::replace {

using namespace toolkit;

// Without a comment at its end. A mark in quotes counts as one: then it is doubtful how the line
// ends.
static std::string_view without_comment(std::string_view line)
{
    for (const std::string_view mark : {" #", "\t#", "//", "/*"})
        line = line.substr(0, line.find(mark));
    return text::without_end_blanks(line);
}

static std::string_view last_word(std::string_view text)
{
    return text.substr(text.find_last_of(" \t") + 1); // all of it if there is one alone
}

// "key: &anchor", "key: !tag", "key: |", "key: >-"
static bool ends_as_yaml_key(std::string_view text)
{
    std::string_view last = last_word(text);
    const bool is_property = last.starts_with('&') || last.starts_with('!');
    const bool is_block = (last.starts_with('|') || last.starts_with('>'))
        && last.find_first_not_of("+-0123456789", 1) == std::string_view::npos;
    const std::string_view before
        = text::without_end_blanks(text.substr(0, text.size() - last.size()));
    if (!is_property && !is_block)
        return false;
    return before.ends_with(':') || before == "-" || (!before.empty() && ends_as_yaml_key(before));
}

static bool ends_as_head(std::string_view text)
{
    static constexpr std::array<std::string_view, 12> words {"do", "then", "else", "try", "finally",
        "begin", "where", "of", "loop", "repeat", "->", "=>"};
    return std::string_view(":{([").find(text.back()) != std::string_view::npos
        || ends_as_yaml_key(text)
        || std::find(words.begin(), words.end(), last_word(text)) != words.end();
}

// "if a", "def f(x)" of a language that has no mark at its end; "if (a) b;" is whole.
static bool begins_as_head(std::string_view text)
{
    static constexpr std::array<std::string_view, 20> words {"if", "unless", "while", "until",
        "for", "case", "when", "def", "class", "module", "function", "else", "elif", "elsif",
        "except", "with", "try", "switch", "catch", "match"};
    const std::string_view word = text.substr(0, text.find_first_of(" \t(:{"));
    return std::find(words.begin(), words.end(), word) != words.end()
        && std::string_view(";},").find(text.back()) == std::string_view::npos;
}

static bool opens_block(std::string_view first, std::string_view last)
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

// The last line of the statement that begins with this one: those in its brackets are a part of it,
// unless they open a block themselves ("f(["), and so are those behind a backslash.
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

// Is it deeper by one step of which the less deep one is some? Blanks come in steps of two at
// least.
static bool is_step_deeper(std::string_view indentation, std::string_view deeper)
{
    if (deeper.size() <= indentation.size())
        return false;
    const std::size_t step = deeper.size() - indentation.size();
    return indentation.size() % step == 0 && (step > 1 || deeper.back() == '\t');
}

static bool is_solid(const text::Line& line) { return !text::trimmed(line.text).empty(); }

// Is one of the lines behind the first such a line?
template<class Test>
static bool any_behind_first(const std::vector<text::Line>& lines, Test test)
{
    return lines.size() > 1 && std::any_of(lines.begin() + 1, lines.end(), test);
}

bool is_indented_as_file(const CutText& cut)
{
    const auto& fresh = cut.fresh;
    if (fresh.empty() || cut.indentation.empty())
        return true;
    if (is_solid(fresh.front()) && !text::indentation_of(fresh.front().text).empty())
        return false;
    const auto last = end_of_statement(fresh.begin(), fresh.end());
    const auto next = std::find_if(last + 1, fresh.end(), is_solid);
    // "- a: 1" and its other keys
    const bool is_item = fresh.front().text.starts_with("- ");
    for (auto line = fresh.begin() + 1; line != fresh.end(); ++line) {
        if (!is_solid(*line))
            continue;
        const std::string_view indentation = text::indentation_of(line->text);
        if (any_behind_first(
                cut.there, [&](const text::Line& other) { return other.text == line->text; }))
            return true;
        const bool is_known
            = !indentation.empty() && any_behind_first(cut.there, [&](const text::Line& other) {
                  return is_solid(other) && text::indentation_of(other.text) == indentation;
              });
        if (!indentation.starts_with(cut.indentation) && !is_known)
            return false;
        if (line == next && is_item && indentation == cut.indentation
            && !text::trimmed(line->text).starts_with('-'))
            return false;
        if (line == next && opens_block(fresh.front().text, last->text)
            && !is_step_deeper(cut.indentation, indentation))
            return false;
    }
    return true;
}

}
