#include "replacement.hpp"

#include "toolkit/match/indented_lines.hpp"
#include "toolkit/match/search.hpp"
#include "toolkit/match/tokens.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/edit_script.hpp"
#include "toolkit/text/folding.hpp"
#include "tools/fs_edit/find/context.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fs_edit::replace {

using namespace toolkit;

namespace {

struct TokenTexts {
    std::string_view old_text; // as it was written
    std::string_view there; // the same tokens as they are in the file
    std::string_view new_text; // as it was written
    // The tokens of new_text with the indentation and the newlines of the file.
    std::string_view indented;
};

std::ptrdiff_t breaks_in(std::string_view gap) { return std::count(gap.begin(), gap.end(), '\n'); }

bool has_tab_in(std::string_view gap) { return gap.find('\t') != std::string_view::npos; }

// Returns true if the whitespace is equal. If it has newlines, only their number counts, not the
// indentation after them.
bool are_alike(std::string_view left, std::string_view right)
{
    return breaks_in(left) > 0 ? breaks_in(left) == breaks_in(right) : left == right;
}

// Returns true if whitespace may be added or removed on both sides of this token, whatever the
// tokens next to it.
bool is_separator(std::string_view token) { return text::is_one_of(token[0], "()[]{},;"); }

class TokenWeaver {
public:
    explicit TokenWeaver(const TokenTexts& texts)
        : old_tokens(match::tokens_of(texts.old_text))
        , there(match::tokens_of(texts.there))
        , updated(match::tokens_of(texts.new_text))
        , indented(match::tokens_of(texts.indented))
        , new_text(texts.new_text)
        , quotes(texts.new_text)
        , claims(old_tokens.size())
        , stands_for(updated.size())
    {
        align();
    }

    std::optional<std::string> weave()
    {
        std::string result;
        for (std::size_t index = 0; index < updated.size(); ++index) {
            result += updated[index];
            if (index + 1 == updated.size())
                break;
            const auto old_gap = gap_of(index);
            if (is_unclear || (!old_gap && is_own_unclear(index)))
                return {};
            result += old_gap ? kept_gap(*old_gap, index)
                              : std::string(match::gap_after(indented, index));
        }
        if (match::tokens_of(result) != updated)
            return {};
        return result;
    }

private:
    // Finds the old token that each new token corresponds to. If a run of tokens replaces as many
    // others, they correspond one to one.
    void align()
    {
        const auto script = text::line_script(old_tokens, updated);
        for (auto step = script.begin(); step != script.end();) {
            if (step->kind == text::StepKind::common) {
                stands_for[step->after] = step->before;
                ++step;
                continue;
            }
            std::vector<std::size_t> removed;
            std::vector<std::size_t> added;
            for (; step != script.end() && step->kind != text::StepKind::common; ++step)
                (step->kind == text::StepKind::removed ? removed : added)
                    .push_back(step->kind == text::StepKind::removed ? step->before : step->after);
            for (std::size_t number = 0; removed.size() == added.size() && number < added.size();
                 ++number)
                stands_for[added[number]] = removed[number];
        }
    }

    // Returns the index of the old gap that the gap after a new token corresponds to, or nullopt.
    std::optional<std::size_t> gap_of(std::size_t index)
    {
        const auto left = stands_for[index];
        const auto right = stands_for[index + 1];
        const auto is_it = [&](std::size_t gap) {
            return gap + 1 < old_tokens.size()
                && are_alike(match::gap_after(old_tokens, gap), match::gap_after(updated, index));
        };
        if (is_text(index))
            return {};
        if (left && right && *left + 1 == *right)
            return is_it(*left) && !hides_token(*left, index) ? claim(*left) : std::nullopt;
        const bool is_left = left && is_it(*left) && fits(*left, index, index);
        const bool is_right
            = right && *right > 0 && is_it(*right - 1) && fits(*right - 1, index, index + 1);
        if (is_left && is_right
            && match::gap_after(there, *left) != match::gap_after(there, *right - 1)
            && (is_heeded(*left) || is_heeded(*right - 1)))
            is_unclear = true;
        if (is_left)
            return claim(*left);
        return is_right ? claim(*right - 1) : std::nullopt;
    }

    // Returns true if the gap after this new token is inside a string.
    bool is_text(std::size_t index) const
    {
        const std::string_view token = updated[index];
        return quotes.is_open_at(
            static_cast<std::size_t>(token.data() - new_text.data()) + token.size());
    }

    // Returns true if the gap of the file would put the next token into a comment in the line of
    // this one.
    bool hides_token(std::size_t gap, std::size_t index) const
    {
        if (breaks_in(match::gap_after(updated, index)) == 0
            || breaks_in(match::gap_after(there, gap)) > 0)
            return false;
        const std::string_view token = updated[index];
        const std::string_view before = new_text.substr(
            0, static_cast<std::size_t>(token.data() - new_text.data()) + token.size());
        return find::may_have_comment(before.substr(before.rfind('\n') + 1));
    }

    // Returns true if the gap of the file can be used between two new tokens of which only `shared`
    // was next to it in the old text. It must neither join two tokens nor split one.
    bool fits(std::size_t gap, std::size_t index, std::size_t shared) const
    {
        const std::string_view file = match::gap_after(there, gap);
        const std::string_view own = match::gap_after(updated, index);
        if ((breaks_in(file) > 0) != (breaks_in(own) > 0))
            return false;
        return file.empty() == own.empty()
            || (is_separator(updated[shared]) && updated[index] != updated[index + 1]);
    }

    std::optional<std::size_t> claim(std::size_t gap)
    {
        is_unclear = is_unclear || (++claims[gap] > 1 && is_heeded(gap));
        return gap;
    }

    // Returns true if the file has another gap here than the old text, and the difference has a
    // meaning in some language.
    bool is_heeded(std::size_t gap) const
    {
        const std::string_view written = match::gap_after(old_tokens, gap);
        const std::string_view file = match::gap_after(there, gap);
        if (breaks_in(written) > 0 || breaks_in(file) > 0)
            return breaks_in(written) > 0 && breaks_in(file) > 0 && !are_alike(written, file);
        return !written.empty() && !file.empty() && written != file;
    }

    // Returns true if a gap between tokens that are both new is written like an old one for which
    // the file has a tab or an empty line.
    bool is_own_unclear(std::size_t index) const
    {
        const std::string_view own = match::gap_after(updated, index);
        for (std::size_t gap = 0; gap + 1 < old_tokens.size(); ++gap)
            if (is_heeded(gap) && are_alike(match::gap_after(old_tokens, gap), own)
                && (breaks_in(own) > 0
                    || has_tab_in(own) != has_tab_in(match::gap_after(there, gap))))
                return true;
        return false;
    }

    std::string kept_gap(std::size_t gap, std::size_t index) const
    {
        const std::string_view file = match::gap_after(there, gap);
        const std::string_view own = match::gap_after(indented, index);
        if (breaks_in(file) == 0 || breaks_in(own) == 0)
            return std::string(file);
        // Whitespace at the end of a line belongs to its last token.
        const std::size_t begin = stands_for[index] == gap ? 0 : file.find_first_of("\r\n");
        return std::string(file.substr(begin, file.rfind('\n') + 1 - begin))
            + std::string(own.substr(own.rfind('\n') + 1));
    }

    std::vector<std::string_view> old_tokens;
    std::vector<std::string_view> there;
    std::vector<std::string_view> updated;
    std::vector<std::string_view> indented;
    std::string_view new_text;
    find::Quotes quotes; // strings in the new text
    // for each old gap: the number of new gaps that correspond to it
    std::vector<std::size_t> claims;
    std::vector<std::optional<std::size_t>> stands_for;
    bool is_unclear = false;
};

}

// Returns the new tokens with the gaps between them. A gap that the new text has in common with the
// old one is taken from the file. Any other gap is taken from `indented`, and so is a gap in a
// string, and one that would join two tokens or put a token into a comment if it were taken from
// the file. Returns nullopt if the file has another gap than the old text (a tab, two spaces, an
// empty line) and it is not clear which of the new gaps should become like it.
static std::optional<std::string> weave_tokens(const TokenTexts& texts)
{
    return TokenWeaver(texts).weave();
}

namespace {

// A text, split into the text itself and the whitespace around it.
struct Edged {
    explicit Edged(std::string_view text)
    {
        const std::size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
        const std::size_t end = text.find_last_not_of(" \t\r\n") + 1;
        head = text.substr(0, begin);
        core = begin < end ? text.substr(begin, end - begin) : std::string_view();
        tail = text.substr(std::max(begin, end));
    }

    std::string_view head, core, tail;
};

}

static std::ptrdiff_t count_breaks(std::string_view text)
{
    return std::count(text.begin(), text.end(), '\n');
}

static bool ends_line(std::string_view text, std::size_t at)
{
    return text::trimmed(text.substr(at, match::line_end(text, at) - at)).empty();
}

// Replaces tokens by nothing but empty lines. If the tokens are all that their lines contain, the
// lines are removed, too.
static match::Replacement remove_tokens(const Change& change, match::Match match)
{
    const bool is_whole
        = match::starts_line(change.text, match.begin) && ends_line(change.text, match.end);
    if (!is_whole || !change.old_text.ends_with('\n'))
        return {match, ""};
    std::string empty_lines;
    for (auto count = count_breaks(change.new_text); count > 0; --count)
        empty_lines += text::bytes_of(text::end_around(change.text, match.begin, match.end));
    match.begin = text::line_begin(change.text, match.begin);
    match.end = std::min(change.text.find('\n', match.end), change.text.size() - 1) + 1;
    return {match, empty_lines};
}

// Adds the empty lines that only the new text has at its edges, and removes those that only the old
// text has, if the file has them.
static void fit_edges(
    const Change& change, const Edged& before, const Edged& after, match::Replacement& replacement)
{
    const std::string_view line_break = text::bytes_of(
        text::end_around(change.text, replacement.match.begin, replacement.match.end));
    auto above = count_breaks(after.head) - count_breaks(before.head);
    for (; above > 0; --above)
        replacement.text.insert(0, line_break);
    match::Match& match = replacement.match;
    for (; above < 0 && match.begin > 0; ++above) {
        const std::size_t begin = text::line_begin(change.text, match.begin - 1);
        if (!text::trimmed(change.text.substr(begin, match::line_end(change.text, begin) - begin))
                 .empty())
            break;
        match.begin = begin;
    }
    static constexpr std::ptrdiff_t one = 1; // the newline of the last line
    auto below = std::max(count_breaks(after.tail), one) - std::max(count_breaks(before.tail), one);
    for (; below > 0; --below)
        replacement.text += line_break;
    for (; below < 0; ++below) {
        const std::size_t newline = change.text.find('\n', match.end);
        if (newline == std::string_view::npos || newline + 1 == change.text.size()
            || !ends_line(change.text, newline + 1))
            break;
        match.end = match::line_end(change.text, newline + 1);
    }
}

// The new text from its first token on, indented like the file. The indentation of its first line
// is separate.
struct IndentedText {
    std::string indentation;
    std::string text;
};

static std::variant<IndentedText, AmbiguousReplacement> indented_text(
    const Change& change, match::Match match, const match::LineStarts& starts, const Edged& after)
{
    const auto first = static_cast<std::size_t>(after.core.data() - change.new_text.data());
    const std::size_t begin = text::line_begin(change.new_text, first);
    const auto added
        = text::split_lines(change.new_text.substr(begin, first + after.core.size() - begin));
    if (starts.written.empty())
        return AmbiguousReplacement {};
    const auto indented = match::indent_as_file(
        {starts.written, starts.file, added, surroundings(change.text, match)});
    if (!indented.lines)
        return unclear(indented);
    if (match::alters_verbatim_lines({starts.written, added, *indented.lines}))
        return AmbiguousReplacement {};
    std::string joined;
    for (std::size_t number = 0; number < added.size(); ++number)
        joined.append((*indented.lines)[number]).append(text::bytes_of(added[number].end));
    std::string indentation(text::indentation_of(joined));
    joined.erase(0, indentation.size());
    return IndentedText {std::move(indentation), replace_with(change.text, match, joined).text};
}

Replaced replace_tokens(const Change& change, match::Match match)
{
    const Edged before(change.old_text);
    const Edged after(change.new_text);
    const match::LineStarts starts = match::line_starts(change.text, match, change.old_text);
    // If the old text is indented otherwise, the match is refused even if the new text has nothing
    // to indent.
    if (!match::indent_as_file({starts.written, starts.file, {}, starts.file}).lines)
        return AmbiguousReplacement {};
    if (after.core.empty())
        return remove_tokens(change, match);
    const bool begins_line = match::starts_line(change.text, match.begin);
    const bool is_whole = begins_line && ends_line(change.text, match.end);
    const bool has_other_edges = begins_line ? count_breaks(before.head) != count_breaks(after.head)
                                             : before.head != after.head;
    if (!is_whole && (has_other_edges || count_breaks(after.tail) > count_breaks(before.tail)))
        return AmbiguousReplacement {};
    IndentedText text {{}, std::string(after.core)};
    if (begins_line || after.core.find('\n') != std::string_view::npos) {
        auto indented = indented_text(change, match, starts, after);
        if (auto* why = std::get_if<AmbiguousReplacement>(&indented))
            return std::move(*why);
        text = std::move(std::get<IndentedText>(indented));
    }
    const std::string_view there = change.text.substr(match.begin, match.end - match.begin);
    const auto woven = weave_tokens({before.core, there, after.core, text.text});
    if (!woven)
        return AmbiguousReplacement {{}, {}, {}, FirstLine::whole, Doubt::gaps};
    match::Replacement replacement {match, *woven};
    if (begins_line) {
        replacement.match.begin = text::line_begin(change.text, match.begin);
        replacement.text.insert(0, text.indentation);
    }
    if (is_whole)
        fit_edges(change, before, after, replacement);
    return replacement;
}

}
