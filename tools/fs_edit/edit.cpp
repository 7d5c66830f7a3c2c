#include "edit.hpp"

#include "refusal.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/letters.hpp"
#include "tools/fs_edit/find/pattern.hpp"
#include "tools/fs_edit/find/search.hpp"
#include "tools/fs_edit/find/typography.hpp"
#include "tools/fs_edit/replace/replacement.hpp"
#include "tools/fs_edit/replace/replacer.hpp"

#include <algorithm>
#include <optional>

static constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

namespace {

struct Pass {
    Strategy strategy;
    Matches (*find)(std::string_view text, std::string_view wanted);
    Replaced (*replace)(const Change& change, Match match);
};

constexpr Pass literal_pass {Strategy::exact, find_exact,
    [](const Change& change, Match match) { return Replaced(replace_as_it_is(change, match)); }};
constexpr Pass exact_pass {Strategy::exact, find_exact, replace_exact};
constexpr Pass line_pass {Strategy::lines, find_lines, replace_lines};
constexpr Pass shifting_pass {Strategy::lines, find_lines, replace_lines_shifted};
constexpr Pass token_pass {Strategy::tokens, find_same_tokens, replace_tokens};
constexpr Pass typographic_pass {Strategy::typography, find_typographic_text, replace_typographic};

class Editor {
public:
    Editor(std::string_view text, const Wanted& wanted, std::string_view file)
        : text(text)
        , wanted(wanted)
        , file(file)
    {
    }

    Edited edit()
    {
        if (wanted.mode == MatchMode::regex)
            return edit_by_pattern();
        for (const Pass& pass : passes()) {
            Matches matches = pass.find(text, wanted.old_text);
            if (pass.replace == exact_pass.replace || pass.replace == typographic_pass.replace)
                leave_to_lines(matches);
            if (!matches.places.empty())
                return edit_by(pass, matches);
        }
        const auto place = place_of_new_text();
        if (place && is_kept_part_there())
            throw stands_in_place_of_old(text, *place, file);
        throw place ? with_place_of_new_text(no_match(text, wanted, file), text, *place)
                    : no_match(text, wanted, file);
    }

private:
    std::vector<Pass> passes() const
    {
        if (wanted.mode == MatchMode::exact)
            return {literal_pass};
        if (wanted.mode == MatchMode::flexible)
            return {shifting_pass, token_pass, typographic_pass};
        return {exact_pass, line_pass, token_pass, typographic_pass};
    }

    // An old text that begins with blanks and stands in the midst of an indentation is one that is indented
    // otherwise: its new lines would not be indented as the file is.
    void leave_to_lines(Matches& matches) const
    {
        const bool is_indented
            = !indentation_of(wanted.old_text).empty() && !tokens_of(wanted.old_text).empty();
        const auto is_shifted = [&](Match place) {
            const std::size_t begin = line_begin(text, place.begin);
            return begin < place.begin && indentation_of(text.substr(begin)).size() > place.begin - begin;
        };
        if (!is_indented)
            return;
        check_line_lengths(text, matches.places);
        const std::size_t count = matches.places.size();
        matches.places.erase(
            std::remove_if(matches.places.begin(), matches.places.end(), is_shifted), matches.places.end());
        if (wanted.which == Which::all && matches.places.size() < count)
            matches.places.clear();
    }

    Edited edit_by(const Pass& pass, const Matches& matches)
    {
        const bool is_one = wanted.which == Which::the_only_one;
        if (is_one && matches.places.size() > 1)
            throw ambiguous(text, matches.places, pass.strategy, file);
        const auto places = matches.apart();
        if (std::all_of(places.begin(), places.end(), [this](Match place) { return is_grown(place); }))
            throw already_applied(text, places.front().begin, file);
        const Change change {text, wanted.old_text, wanted.new_text};
        Replacer replacer(change, pass.replace, dependence_of(pass));
        if (dependence_of(pass) != Depends::on_nothing)
            check_line_lengths(text, places);
        std::vector<Replacement> replacements;
        replacements.reserve(places.size());
        for (const Match place : places) {
            auto replacement = replacer.replace(place);
            const auto* unclear = std::get_if<Unclear>(&replacement);
            if (unclear && unclear->doubt == Doubt::gaps)
                throw unclear_gaps(text, place, file);
            if (unclear)
                throw unclear_indentation(text, place,
                    {unclear->as_written.empty() ? wanted.new_text : std::string_view(unclear->as_written),
                        unclear->shifted, unclear->stepped, unclear->first_line},
                    file);
            replacements.push_back(std::move(std::get<Replacement>(replacement)));
        }
        return finish(pass.strategy, std::move(replacements));
    }

    Depends dependence_of(const Pass& pass) const
    {
        const bool has_break = wanted.new_text.find('\n') != std::string_view::npos;
        if (pass.strategy == Strategy::lines || pass.strategy == Strategy::tokens)
            return Depends::on_surroundings;
        const bool is_indented = !indentation_of(wanted.new_text).empty();
        return pass.strategy == Strategy::exact && !has_break && !is_indented ? Depends::on_nothing
                                                                              : Depends::on_lines;
    }

    Edited edit_by_pattern()
    {
        auto replacements = find_pattern(text, wanted.old_text, wanted.new_text);
        if (replacements.empty())
            throw no_match(text, wanted, file);
        if (wanted.which == Which::the_only_one && replacements.size() > 1) {
            std::vector<Match> places;
            places.reserve(replacements.size());
            for (const auto& replacement : replacements)
                places.push_back(replacement.match);
            throw ambiguous(text, places, Strategy::regex, file);
        }
        return finish(Strategy::regex, std::move(replacements));
    }

    Edited finish(Strategy strategy, std::vector<Replacement> replacements)
    {
        Edited edited {{}, strategy, {}};
        std::size_t size = text.size();
        for (const auto& replacement : replacements)
            size += replacement.text.size() - (replacement.match.end - replacement.match.begin);
        edited.text.reserve(size);
        std::size_t at = 0;
        for (const auto& replacement : replacements) {
            edited.text += text.substr(at, replacement.match.begin - at);
            edited.text += replacement.text;
            at = replacement.match.end;
        }
        edited.text += text.substr(at);
        if (edited.text == text)
            throw already_applied(text, replacements.front().match.begin, file);
        edited.replacements = std::move(replacements);
        return edited;
    }

    // Does the new text, which has the old one in it, stand around this place already? Where it adds blanks
    // only, those may well be meant to be more.
    bool is_grown(Match place) const
    {
        const std::string_view fresh = wanted.new_text;
        const std::string_view old = wanted.old_text;
        if (tokens_of(fresh) == tokens_of(old) || old.empty())
            return false;
        if (text.substr(place.begin, place.end - place.begin) == old)
            return is_grown(text, place.begin, old, fresh);
        // As typography has it: a character has at most three bytes more than what is plain for it.
        const std::size_t most = 3 * (fresh.size() + 1);
        const std::size_t begin = place.begin - std::min(place.begin, most);
        const std::string before = with_plain_typography(text.substr(begin, place.begin - begin));
        const std::string behind
            = with_plain_typography(text.substr(place.begin, place.end - place.begin + most));
        const std::string plain_old = with_plain_typography(old);
        if (with_plain_typography(fresh) == plain_old)
            return false;
        return behind.starts_with(plain_old)
            && is_grown(before + behind, before.size(), plain_old, with_plain_typography(fresh));
    }

    static bool cuts_word(std::string_view text, std::size_t at)
    {
        return at > 0 && at < text.size() && is_word(text[at - 1]) && is_word(text[at]);
    }

    static bool is_grown(
        std::string_view text, std::size_t begin, std::string_view old, std::string_view fresh)
    {
        for (std::size_t at = fresh.find(old); at != std::string_view::npos; at = fresh.find(old, at + 1))
            if (begin >= at && text.substr(begin - at, fresh.size()) == fresh && !cuts_word(text, begin - at)
                && !cuts_word(text, begin - at + fresh.size()))
                return true;
        return false;
    }

    // The new text stands where the old one may have been: at one single place, or at any where all were
    // asked for. A few letters stand anywhere; they must be whole words. What is a part of the old text, for it only takes
    // away, may as well be what is left of another.
    std::optional<std::size_t> place_of_new_text() const
    {
        if (!find_tokens(wanted.old_text, wanted.new_text).places.empty())
            return {};
        for (const Pass& pass : {exact_pass, line_pass}) {
            const auto places = pass.find(text, wanted.new_text).apart();
            const bool counts = wanted.which == Which::all ? !places.empty() : places.size() == 1;
            if (counts && has_whole_words(places.front()))
                return places.front().begin;
        }
        return {};
    }

    // Does what both texts begin with, or end with, stand nowhere but in new ones? Else another place may be meant.
    bool is_kept_part_there() const
    {
        const auto before = tokens_of(wanted.old_text);
        const auto after = tokens_of(wanted.new_text);
        const auto count = [](auto first, auto last, auto other, auto other_last) {
            return std::mismatch(first, last, other, other_last).first - first;
        };
        const auto head = count(before.begin(), before.end(), after.begin(), after.end());
        const auto tail = count(before.rbegin(), before.rend(), after.rbegin(), after.rend());
        return stands_in_new_texts({after.begin(), after.begin() + head})
            || stands_in_new_texts({after.end() - tail, after.end()});
    }

    bool stands_in_new_texts(const std::vector<std::string_view>& tokens) const
    {
        const auto has_letter = [](std::string_view token) { return is_word(token.front()); };
        if (std::none_of(tokens.begin(), tokens.end(), has_letter))
            return false;
        const char* const end = tokens.back().data() + tokens.back().size();
        const std::string_view part(
            tokens.front().data(), static_cast<std::size_t>(end - tokens.front().data()));
        return find_tokens(text, part).places.size() == find_tokens(text, wanted.new_text).places.size();
    }

    bool has_whole_words(Match place) const
    {
        const std::size_t begin = line_begin(text, place.begin);
        const std::string_view lines = text.substr(begin, line_end(text, place.end) - begin);
        return !find_tokens(lines, wanted.new_text).places.empty();
    }

    std::string_view text;
    const Wanted& wanted;
    std::string_view file;
};

}

static void remove_mark(std::string_view& text)
{
    if (text.starts_with(byte_order_mark))
        text.remove_prefix(byte_order_mark.size());
}

Edited edit_text(std::string_view text, const Wanted& wanted, std::string_view name)
{
    Wanted unmarked = wanted;
    const bool has_mark = text.starts_with(byte_order_mark);
    const bool wants_mark = wanted.old_text.starts_with(byte_order_mark);
    if (has_mark != wants_mark)
        remove_mark(unmarked.new_text);
    if (!has_mark && wanted.old_text.size() > byte_order_mark.size())
        remove_mark(unmarked.old_text);
    const std::size_t hidden = has_mark && !wants_mark ? byte_order_mark.size() : 0;
    Edited edited = Editor(text.substr(hidden), unmarked, name).edit();
    edited.text.insert(0, text.substr(0, hidden));
    for (auto& replacement : edited.replacements) {
        replacement.match.begin += hidden;
        replacement.match.end += hidden;
    }
    return edited;
}
