#include "earlier_edit.hpp"

#include "toolkit/match/search.hpp"
#include "toolkit/match/tokens.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/folding.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

namespace fs_edit::find {

using namespace toolkit;

static bool cuts_word(std::string_view text, std::size_t at)
{
    return at > 0 && at < text.size() && text::is_word(text[at - 1]) && text::is_word(text[at]);
}

static bool is_grown_at(
    std::string_view text, std::size_t begin, std::string_view old, std::string_view new_text)
{
    for (std::size_t at = new_text.find(old); at != std::string_view::npos;
         at = new_text.find(old, at + 1))
        if (begin >= at && text.substr(begin - at, new_text.size()) == new_text
            && !cuts_word(text, begin - at) && !cuts_word(text, begin - at + new_text.size()))
            return true;
    return false;
}

bool is_grown(std::string_view text, match::Match place, const EditSpec& wanted)
{
    const std::string_view new_text = wanted.new_text;
    const std::string_view old = wanted.old_text;
    if (match::tokens_of(new_text) == match::tokens_of(old) || old.empty())
        return false;
    if (text.substr(place.begin, place.end - place.begin) == old)
        return is_grown_at(text, place.begin, old, new_text);
    // Compares with plain typography. A typographic character has at most three bytes more than its
    // plain form.
    const std::size_t max_reach = 3 * (new_text.size() + 1);
    const std::size_t begin = place.begin - std::min(place.begin, max_reach);
    const std::string before = text::with_plain_typography(text.substr(begin, place.begin - begin));
    const std::string after_begin = text::with_plain_typography(
        text.substr(place.begin, place.end - place.begin + max_reach));
    const std::string plain_old = text::with_plain_typography(old);
    if (text::with_plain_typography(new_text) == plain_old)
        return false;
    return after_begin.starts_with(plain_old)
        && is_grown_at(
            before + after_begin, before.size(), plain_old, text::with_plain_typography(new_text));
}

static bool has_word(std::span<const std::string_view> tokens)
{
    return std::any_of(tokens.begin(), tokens.end(),
        [](std::string_view token) { return text::is_word(token.front()); });
}

bool is_grown_by_tokens(std::string_view text, match::Match place, const EditSpec& wanted)
{
    static constexpr std::size_t max_bytes = std::size_t {256} << 10U;
    if (wanted.new_text.size() > max_bytes)
        return false;
    const auto old = match::tokens_of(wanted.old_text);
    const auto new_text = match::tokens_of(wanted.new_text);
    const std::size_t begin = place.begin - std::min(place.begin, max_bytes);
    const auto above = match::tokens_of(text.substr(begin, place.begin - begin));
    const auto below = match::tokens_of(text.substr(place.end, max_bytes));
    const auto end = new_text.end();
    for (auto at = std::search(new_text.begin(), end, old.begin(), old.end()); at != end;
         at = std::search(at + 1, end, old.begin(), old.end())) {
        const std::span head(new_text.begin(), at);
        const std::span tail(at + static_cast<std::ptrdiff_t>(old.size()), end);
        if (head.size() <= above.size() && tail.size() <= below.size()
            && (has_word(head) || has_word(tail))
            && std::equal(head.rbegin(), head.rend(), above.rbegin())
            && std::equal(tail.begin(), tail.end(), below.begin()))
            return true;
    }
    return false;
}

static bool has_whole_words(std::string_view text, match::Match place, const EditSpec& wanted)
{
    const std::size_t begin = text::line_begin(text, place.begin);
    const std::string_view lines = text.substr(begin, match::line_end(text, place.end) - begin);
    return !match::find_tokens(lines, wanted.new_text).places.empty();
}

std::optional<std::size_t> place_of_new_text(std::string_view text, const EditSpec& wanted)
{
    if (!match::find_tokens(wanted.old_text, wanted.new_text).places.empty())
        return {};
    for (const auto find : {match::find_exact, match::find_lines}) {
        const auto places = find(text, wanted.new_text).apart();
        const bool counts = wanted.which == Which::all ? !places.empty() : places.size() == 1;
        if (counts && has_whole_words(text, places.front(), wanted))
            return places.front().begin;
    }
    return {};
}

std::optional<std::size_t> place_of_outcome(std::string_view text, const EditSpec& wanted)
{
    const auto tokens = match::tokens_of(wanted.new_text);
    if (!has_word(tokens))
        return {};
    for (const match::Match place : match::find_exact(text, wanted.new_text).places) {
        const bool ends_line
            = wanted.new_text.ends_with('\n') || place.end == match::line_end(text, place.end);
        if (ends_line && place.begin == text::line_begin(text, place.begin))
            return place.begin;
    }
    return {};
}

static bool stands_in_new_texts(
    std::string_view text, const EditSpec& wanted, const std::vector<std::string_view>& tokens)
{
    if (!has_word(tokens))
        return false;
    const char* const end = tokens.back().data() + tokens.back().size();
    const std::string_view part(
        tokens.front().data(), static_cast<std::size_t>(end - tokens.front().data()));
    return match::find_tokens(text, part).places.size()
        == match::find_tokens(text, wanted.new_text).places.size();
}

bool is_kept_part_there(std::string_view text, const EditSpec& wanted)
{
    const auto before = match::tokens_of(wanted.old_text);
    const auto after = match::tokens_of(wanted.new_text);
    const auto count = [](auto first, auto last, auto other, auto other_last) {
        return std::mismatch(first, last, other, other_last).first - first;
    };
    const auto head = count(before.begin(), before.end(), after.begin(), after.end());
    const auto tail = count(before.rbegin(), before.rend(), after.rbegin(), after.rend());
    return stands_in_new_texts(text, wanted, {after.begin(), after.begin() + head})
        || stands_in_new_texts(text, wanted, {after.end() - tail, after.end()});
}

}
