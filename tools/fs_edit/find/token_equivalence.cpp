#include "token_equivalence.hpp"

#include "context.hpp"
#include "toolkit/match/tokens.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/lines.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace fs_edit::find {

using namespace toolkit;

namespace {

enum class Kind { word, quote, bracket, operation };

Kind kind_of(std::string_view token)
{
    const char letter = token[0];
    if (token.size() > 1 || text::is_word(letter))
        return Kind::word;
    if (text::is_one_of(letter, "\"'`"))
        return Kind::quote;
    return text::is_one_of(letter, "()[]{},;") ? Kind::bracket : Kind::operation;
}

// The tokens of one of the two texts, and the whitespace between them.
class Tokens {
public:
    // Takes the tokens of `part`. `quotes` are those of the whole text, since a quote before the
    // part may be open.
    Tokens(std::string_view text, const Quotes& quotes, match::Match part)
        : text(text)
        , quotes(quotes)
        , tokens(match::tokens_of(text.substr(part.begin, part.end - part.begin)))
    {
    }

    std::size_t size() const { return tokens.size(); }
    std::string_view at(std::size_t index) const { return tokens[index]; }

    // Returns the whitespace between this token and the next one.
    std::string_view gap(std::size_t index) const { return match::gap_after(tokens, index); }

    bool is_quoted_after(std::size_t index) const
    {
        return quotes.is_open_at(offset(index) + tokens[index].size());
    }
    bool is_first_of_line(std::size_t index) const
    {
        return text::trimmed(line_until(offset(index))).empty();
    }
    bool is_last_of_line(std::size_t index) const
    {
        const std::size_t end = offset(index) + tokens[index].size();
        const std::size_t next = text.find_first_not_of(" \t\r", end);
        return next == std::string_view::npos || text[next] == '\n';
    }

    // Returns the context of the whitespace after this token.
    BracketContext setting_after(std::size_t index) const
    {
        return setting_at(text, quotes, offset(index) + tokens[index].size());
    }

    // Returns true if the token may be a length of CSS, as in "calc(1px + 2px)".
    bool may_be_length(std::size_t index) const
    {
        const std::string_view token = tokens[index];
        const std::size_t end = offset(index);
        const std::size_t begin = end - std::min(end, near);
        return text.substr(begin, end - begin).find("calc(") != std::string_view::npos
            || (std::isdigit(static_cast<unsigned char>(token.front())) != 0
                && std::isdigit(static_cast<unsigned char>(token.back())) == 0);
    }

    // Returns true if the line may contain a comment that begins before the end of this token and
    // lasts to the end of the line.
    bool may_be_in_comment(std::size_t index) const
    {
        return may_have_comment(line_until(offset(index) + tokens[index].size()));
    }

private:
    std::size_t offset(std::size_t index) const
    {
        return static_cast<std::size_t>(tokens[index].data() - text.data());
    }

    std::string_view line_until(std::size_t end) const
    {
        const std::size_t begin = text::line_begin(text, end);
        return text.substr(begin, end - begin);
    }

    std::string_view text;
    const Quotes& quotes;
    std::vector<std::string_view> tokens;
};

bool has_break(std::string_view gap) { return gap.find('\n') != std::string_view::npos; }

bool has_tab(std::string_view gap) { return gap.find('\t') != std::string_view::npos; }

class Comparison {
public:
    Comparison(const Tokens& wanted, const Tokens& there)
        : wanted(wanted)
        , there(there)
    {
    }

    bool is_same() const
    {
        for (std::size_t index = 0; index + 1 < wanted.size(); ++index)
            if (wanted.gap(index) != there.gap(index) && !is_same_after(index))
                return false;
        return true;
    }

private:
    bool is_same_after(std::size_t index) const
    {
        if (wanted.is_quoted_after(index) || there.is_quoted_after(index))
            return false;
        const bool is_broken = has_break(wanted.gap(index));
        if (is_broken != has_break(there.gap(index)))
            return may_break_after(index) && !wanted.may_be_in_comment(index)
                && !there.may_be_in_comment(index);
        if (is_broken)
            return true;
        if (wanted.gap(index).empty() != there.gap(index).empty())
            return may_part(index);
        // An additional tab is an additional field.
        return !has_tab(wanted.gap(index)) || !has_tab(there.gap(index));
    }

    // Returns true if no language ends a statement after this token.
    bool may_break_after(std::size_t index) const
    {
        const std::string_view left = wanted.at(index);
        const std::string_view right = wanted.at(index + 1);
        return left == "," || left == "(" || left == "[" || left == "{" || right == ")"
            || right == "]" || right == "}" || right == ",";
    }

    // Returns true if a space between the two tokens makes no difference.
    bool may_part(std::size_t index) const
    {
        const std::string_view left = wanted.at(index);
        const std::string_view right = wanted.at(index + 1);
        const Kind before = kind_of(left);
        const Kind after = kind_of(right);
        if (left == "," || right == ",")
            return left != right && may_part_at_comma(index);
        if (left == ";" || right == ";")
            return left != right;
        if (left == ":")
            return may_part_after_colon(index);
        if (before == Kind::operation || after == Kind::operation)
            return before != after && (is_sign_in_bracket(index) || is_binary(index));
        if (before == Kind::quote || after == Kind::quote)
            return before == Kind::bracket || after == Kind::bracket;
        return may_part_at_bracket(index);
    }

    bool may_part_at_bracket(std::size_t index) const
    {
        const std::string_view left = wanted.at(index);
        const std::string_view right = wanted.at(index + 1);
        const bool is_word = kind_of(left) == Kind::word;
        // The parameters of a macro must directly follow its name.
        if (right == "(" && is_word)
            return index == 0
                || (wanted.at(index - 1) != "define" && there.at(index - 1) != "define");
        if (right == "{" && is_word && wanted.is_last_of_line(index + 1)
            && there.is_last_of_line(index + 1))
            return true;
        if (text::is_one_of(right[0], "[{") && is_word)
            return left == "else" || left == "do" || left == "try" || left == "finally";
        if (left == "}" && right == "}")
            return there.setting_after(index).has_key;
        // A shell distinguishes "((" from "( (".
        return left != right
            || (text::is_one_of(left[0], "()") && there.setting_after(index).is_call);
    }

    // Returns false for "x/{a,b}", "a{1,2}" and "$(subst a,b,c)", and between unquoted words
    // outside brackets.
    bool may_part_at_comma(std::size_t index) const
    {
        const BracketContext setting = there.setting_after(index);
        if (setting.bracket == '\0')
            return setting.line_end == ';' || setting.line_end == ':';
        if (setting.bracket == '{')
            return !setting.is_glued && (setting.has_key || setting.line_end == ';');
        return setting.is_call || setting.bracket == '[' || !setting.is_glued;
    }

    // Returns true for {"a":1} and f(a:int), but neither for YAML's "a:b" nor for "a::b" or
    // "a:hover".
    bool may_part_after_colon(std::size_t index) const
    {
        if (index == 0 || !wanted.gap(index - 1).empty() || !there.gap(index - 1).empty())
            return false;
        const Kind before = kind_of(wanted.at(index - 1));
        const std::string_view right = wanted.at(index + 1);
        const BracketContext setting = there.setting_after(index);
        if (before == Kind::quote)
            return setting.bracket == '{' && (kind_of(right) != Kind::operation || right == "-");
        return before == Kind::word && kind_of(right) != Kind::operation && setting.is_call;
    }

    // Returns true at "( !x", which means the same as "(!x".
    bool is_sign_in_bracket(std::size_t index) const
    {
        return wanted.at(index) == "(" && text::is_one_of(wanted.at(index + 1)[0], "!-&~");
    }

    // Returns true next to an operator that has spaces on both sides in both texts, or on neither
    // side. An operator with a space on one side only may be a sign.
    bool is_binary(std::size_t index) const
    {
        std::size_t first = kind_of(wanted.at(index)) == Kind::operation ? index : index + 1;
        std::size_t last = first;
        std::string text(wanted.at(first));
        const auto joins = [this](std::size_t left) {
            return kind_of(wanted.at(left)) == Kind::operation
                && kind_of(wanted.at(left + 1)) == Kind::operation;
        };
        for (; first > 0 && joins(first - 1); --first)
            text.insert(0, wanted.at(first - 1));
        for (; last + 1 < wanted.size() && joins(last); ++last)
            text += wanted.at(last + 1);
        if (first == 0 || last + 1 == wanted.size())
            return false;
        const auto is_balanced = [&](const Tokens& tokens) {
            return tokens.gap(first - 1).empty() == tokens.gap(last).empty();
        };
        return is_balanced(wanted) && is_balanced(there) && is_operator(text, first)
            && is_in_code(text, first - 1);
    }

    // Returns true if an operator is in code. In shell scripts, words outside calls and statements
    // may contain operator characters.
    bool is_in_code(std::string_view text, std::size_t index) const
    {
        if (text == "+" && (there.may_be_length(index) || there.may_be_length(index + 2)))
            return false;
        const BracketContext setting = there.setting_after(index);
        // Words next to each other may be arguments: CMake has f(A b=c).
        if (setting.is_call)
            return text::is_one_of(setting.line_end, ";{:")
                || (index > 0 && kind_of(wanted.at(index - 1)) != Kind::word
                    && wanted.at(index - 1) != "-");
        static constexpr std::array<std::string_view, 6> comparisons {
            "==", "!=", "<=", ">=", "<", ">"};
        const bool is_comparison
            = std::find(comparisons.begin(), comparisons.end(), text) != comparisons.end();
        return setting.bracket != '['
            && (setting.line_end == ';'
                || (setting.line_end == ':' && setting.bracket == '\0' && is_comparison));
    }

    // Returns true for binary operators. Excludes "x=1" at the beginning of a line and "2>file",
    // which have another meaning in a shell.
    bool is_operator(std::string_view text, std::size_t first) const
    {
        static constexpr std::array<std::string_view, 19> operators {"=",
            "==", "!=", "<=", ">=", "<", ">", "+", "*", "+=", "-=", "*=", "/=", "&&", "||", "=>",
            ":=", "===", "!=="};
        if (std::find(operators.begin(), operators.end(), text) == operators.end())
            return false;
        if (text == "=")
            return !wanted.is_first_of_line(first - 1) && !there.is_first_of_line(first - 1);
        return (text != "<" && text != ">")
            || !text::is_one_of(wanted.at(first - 1)[0], "0123456789");
    }

    const Tokens& wanted;
    const Tokens& there;
};

}

static bool has_same_line_edges(std::string_view text, match::Match place, std::string_view wanted)
{
    const std::size_t head = match::skip_whitespace(wanted, 0);
    const std::size_t begin = text::line_begin(text, place.begin);
    const bool starts_line = text::trimmed(text.substr(begin, place.begin - begin)).empty();
    const bool is_indented = head > 1 || wanted.find_first_of("\t\n") < head;
    if (!starts_line
        && (is_indented || (head == 1 && !match::is_whitespace(text[place.begin - 1]))))
        return false;
    const std::size_t tail = wanted.find_last_not_of(" \t\r\n") + 1;
    const std::size_t end = match::line_end(text, place.end);
    return wanted.find('\n', tail) == std::string_view::npos
        || text::trimmed(text.substr(place.end, end - place.end)).empty();
}

// Returns the number of empty lines at the beginning of a text.
static std::size_t count_empty_lines(std::string_view text)
{
    std::size_t count = 0;
    for (std::size_t end = 0; (end = text.find('\n')) != std::string_view::npos; ++count) {
        if (!text::trimmed(text.substr(0, end)).empty())
            break;
        text.remove_prefix(end + 1);
    }
    return count;
}

static std::size_t count_empty_lines_before(std::string_view text, std::size_t at)
{
    std::size_t count = 0;
    for (std::size_t begin = text::line_begin(text, at); begin > 0; ++count) {
        const std::size_t end = begin - 1;
        begin = text::line_begin(text, end);
        if (!text::trimmed(text.substr(begin, end - begin)).empty())
            break;
    }
    return count;
}

static std::string_view lines_below(std::string_view text, std::size_t at)
{
    return text.substr(std::min(text.find('\n', at), text.size() - 1) + 1);
}

// Returns true if the place has fewer empty lines around it than the wanted text, and another
// indentation, too. For example, an empty line above "networks:" indicates the key at the margin,
// not one in a nested mapping.
static bool is_at_other_depth(std::string_view text, match::Match place, std::string_view wanted)
{
    const std::size_t head = count_empty_lines(wanted);
    const std::size_t last = wanted.find_last_not_of(" \t\r\n");
    const std::size_t tail = count_empty_lines(lines_below(wanted, last));
    if (head == 0 && tail == 0)
        return false;
    const bool has_other_lines = count_empty_lines_before(text, place.begin) < head
        || count_empty_lines(lines_below(text, place.end)) < tail;
    return has_other_lines && !match::has_indentation_of(text, {{place}}, wanted);
}

// Returns true if this place, which has the tokens of the wanted text, also fits by its edges: a
// wanted text that begins with indentation must begin a line, one that ends with a newline must end
// one, and a place that lacks the empty lines around the wanted text must have its indentation.
static bool has_same_edges(std::string_view text, match::Match place, std::string_view wanted)
{
    return has_same_line_edges(text, place, wanted) && !is_at_other_depth(text, place, wanted);
}

match::Matches find_same_tokens(std::string_view text, std::string_view wanted)
{
    auto places = match::find_tokens(text, wanted).places;
    const auto has_other_edges
        = [&](match::Match place) { return !has_same_edges(text, place, wanted); };
    places.erase(std::remove_if(places.begin(), places.end(), has_other_edges), places.end());
    match::Matches same;
    if (places.empty())
        return same;
    const Quotes quotes_wanted(wanted);
    const Quotes quotes_there(text);
    const Tokens tokens_wanted(wanted, quotes_wanted, {0, wanted.size()});
    for (const match::Match place : places)
        if (Comparison(tokens_wanted, Tokens(text, quotes_there, place)).is_same())
            same.add(place);
    return same;
}

}
