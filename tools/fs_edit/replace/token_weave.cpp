#include "token_weave.hpp"

#include "toolkit/match/search.hpp"
#include "toolkit/match/tokens.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/edit_script.hpp"
#include "tools/fs_edit/find/context.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace fs_edit::replace {

using namespace toolkit;

namespace {

class SpacedTokens {
public:
    explicit SpacedTokens(std::string_view text)
        : text(text)
        , tokens(match::tokens_of(text))
    {
    }

    const std::vector<std::string_view>& all() const { return tokens; }
    std::size_t gaps() const { return tokens.empty() ? 0 : tokens.size() - 1; }

    // Behind this token, up to the next.
    std::string_view gap(std::size_t index) const
    {
        const char* const begin = tokens[index].data() + tokens[index].size();
        return text.substr(static_cast<std::size_t>(begin - text.data()),
            static_cast<std::size_t>(tokens[index + 1].data() - begin));
    }

private:
    std::string_view text;
    std::vector<std::string_view> tokens;
};

std::ptrdiff_t breaks_in(std::string_view gap) { return std::count(gap.begin(), gap.end(), '\n'); }

bool has_tab_in(std::string_view gap) { return gap.find('\t') != std::string_view::npos; }

// How deep the next line is does not count.
bool are_alike(std::string_view left, std::string_view right)
{
    return breaks_in(left) > 0 ? breaks_in(left) == breaks_in(right) : left == right;
}

// May whitespace come or go beside this token, whichever token follows or precedes it?
bool is_separator(std::string_view token) { return text::is_one_of(token[0], "()[]{},;"); }

class TokenWeaver {
public:
    explicit TokenWeaver(const TokenTexts& texts)
        : old_tokens(texts.old_text)
        , there(texts.there)
        , fresh(texts.new_text)
        , indented(texts.indented)
        , new_text(texts.new_text)
        , quotes(texts.new_text)
        , claims(old_tokens.all().size())
        , stands_for(fresh.all().size())
    {
        align();
    }

    std::optional<std::string> weave()
    {
        std::string result;
        for (std::size_t index = 0; index < fresh.all().size(); ++index) {
            result += fresh.all()[index];
            if (index == fresh.gaps())
                break;
            const auto old_gap = gap_of(index);
            if (is_unclear || (!old_gap && is_own_unclear(index)))
                return {};
            result += old_gap ? kept_gap(*old_gap, index) : std::string(indented.gap(index));
        }
        if (match::tokens_of(result) != fresh.all())
            return {};
        return result;
    }

private:
    // Which old token each new one is; as many that take the place of others are taken one for one.
    void align()
    {
        const auto script = text::line_script(old_tokens.all(), fresh.all());
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

    // The old gap that the one behind a new token is, if any.
    std::optional<std::size_t> gap_of(std::size_t index)
    {
        const auto left = stands_for[index];
        const auto right = stands_for[index + 1];
        const auto is_it = [&](std::size_t gap) {
            return gap < old_tokens.gaps() && are_alike(old_tokens.gap(gap), fresh.gap(index));
        };
        if (is_text(index))
            return {};
        if (left && right && *left + 1 == *right)
            return is_it(*left) && !hides_token(*left, index) ? claim(*left) : std::nullopt;
        const bool is_left = left && is_it(*left) && fits(*left, index, index);
        const bool is_right
            = right && *right > 0 && is_it(*right - 1) && fits(*right - 1, index, index + 1);
        if (is_left && is_right && there.gap(*left) != there.gap(*right - 1)
            && (is_heeded(*left) || is_heeded(*right - 1)))
            is_unclear = true;
        if (is_left)
            return claim(*left);
        return is_right ? claim(*right - 1) : std::nullopt;
    }

    // Is the gap behind this new token a part of a string?
    bool is_text(std::size_t index) const
    {
        const std::string_view token = fresh.all()[index];
        return quotes.is_open_at(
            static_cast<std::size_t>(token.data() - new_text.data()) + token.size());
    }

    // Would the gap of the file put the next token into a comment that the line of this one has?
    bool hides_token(std::size_t gap, std::size_t index) const
    {
        if (breaks_in(fresh.gap(index)) == 0 || breaks_in(there.gap(gap)) > 0)
            return false;
        const std::string_view token = fresh.all()[index];
        const std::string_view before = new_text.substr(
            0, static_cast<std::size_t>(token.data() - new_text.data()) + token.size());
        return find::may_have_comment(before.substr(before.rfind('\n') + 1));
    }

    // A gap with the one new token beside it that it had in the old text: may it stand beside the
    // other one, too? Then nothing joins two tokens, or parts what was one.
    bool fits(std::size_t gap, std::size_t index, std::size_t shared) const
    {
        const std::string_view file = there.gap(gap);
        const std::string_view own = fresh.gap(index);
        if ((breaks_in(file) > 0) != (breaks_in(own) > 0))
            return false;
        return file.empty() == own.empty()
            || (is_separator(fresh.all()[shared]) && fresh.all()[index] != fresh.all()[index + 1]);
    }

    std::optional<std::size_t> claim(std::size_t gap)
    {
        is_unclear = is_unclear || (++claims[gap] > 1 && is_heeded(gap));
        return gap;
    }

    // Does the file have another gap, and does some language tell the two apart?
    bool is_heeded(std::size_t gap) const
    {
        const std::string_view written = old_tokens.gap(gap);
        const std::string_view file = there.gap(gap);
        if (breaks_in(written) > 0 || breaks_in(file) > 0)
            return breaks_in(written) > 0 && breaks_in(file) > 0 && !are_alike(written, file);
        return !written.empty() && !file.empty() && written != file;
    }

    // Is a gap of new tokens alone written as one was that is a tab or an empty line in the file?
    bool is_own_unclear(std::size_t index) const
    {
        const std::string_view own = fresh.gap(index);
        for (std::size_t gap = 0; gap < old_tokens.gaps(); ++gap)
            if (is_heeded(gap) && are_alike(old_tokens.gap(gap), own)
                && (breaks_in(own) > 0 || has_tab_in(own) != has_tab_in(there.gap(gap))))
                return true;
        return false;
    }

    std::string kept_gap(std::size_t gap, std::size_t index) const
    {
        const std::string_view file = there.gap(gap);
        const std::string_view own = indented.gap(index);
        if (breaks_in(file) == 0 || breaks_in(own) == 0)
            return std::string(file);
        // Blanks at the end of a line belong to its last token.
        const std::size_t begin = stands_for[index] == gap ? 0 : file.find_first_of("\r\n");
        return std::string(file.substr(begin, file.rfind('\n') + 1 - begin))
            + std::string(own.substr(own.rfind('\n') + 1));
    }

    SpacedTokens old_tokens;
    SpacedTokens there;
    SpacedTokens fresh;
    SpacedTokens indented;
    std::string_view new_text;
    find::Quotes quotes; // of the new text
    std::vector<std::size_t> claims; // of the old gaps: how many new ones are it
    std::vector<std::optional<std::size_t>> stands_for;
    bool is_unclear = false;
};

}

std::optional<std::string> weave_tokens(const TokenTexts& texts)
{
    return TokenWeaver(texts).weave();
}

}
