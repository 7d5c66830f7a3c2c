#include "edit.hpp"

#include "edit_errors.hpp"
#include "toolkit/glob/pattern_syntax.hpp"
#include "toolkit/match/line_finder.hpp"
#include "toolkit/match/search.hpp"
#include "toolkit/match/tokens.hpp"
#include "toolkit/match/typography.hpp"
#include "toolkit/system/error.hpp"
#include "toolkit/text/characters.hpp"
#include "toolkit/text/folding.hpp"
#include "toolkit/text/lines.hpp"
#include "tools/fs_edit/find/cause.hpp"
#include "tools/fs_edit/find/earlier_edit.hpp"
#include "tools/fs_edit/find/pattern.hpp"
#include "tools/fs_edit/find/token_equivalence.hpp"
#include "tools/fs_edit/replace/replacement.hpp"
#include "tools/fs_edit/replace/replacer.hpp"

#include <algorithm>
#include <optional>
#include <span>

namespace fs_edit {

using namespace toolkit;

static constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

// Throws TOO_LARGE if the lines in which the places begin have too many bytes to inspect. A line
// counts once for each place in it.
static void check_line_lengths(std::string_view text, const std::vector<match::Match>& places)
{
    match::Budget budget(std::size_t {4} << 30U,
        ToolError(Code::too_large,
            "cannot look at " + std::to_string(places.size()) + " places in lines that are so long",
            "send a longer text, or change the file with exec"));
    match::Match line {0, 0}; // the line of the last place; places are sorted
    for (const auto& place : places) {
        if (place.begin >= line.end) {
            line.begin = text::line_begin(text, place.begin);
            line.end = std::min(text.find('\n', place.begin), text.size() - 1) + 1;
        }
        budget.spend(line.end - line.begin);
    }
}

namespace {

struct Pass {
    Strategy strategy;
    match::Matches (*find)(std::string_view text, std::string_view wanted);
    replace::Replaced (*replace)(const replace::Change& change, match::Match match);
};

constexpr Pass literal_pass {
    Strategy::exact, match::find_exact, [](const replace::Change& change, match::Match match) {
        return replace::Replaced(replace::replace_as_it_is(change, match));
    }};
constexpr Pass exact_pass {Strategy::exact, match::find_exact, replace::replace_exact};
constexpr Pass line_pass {Strategy::lines, match::find_lines, replace::replace_lines};
constexpr Pass shifting_pass {Strategy::lines, match::find_lines, replace::replace_lines_shifted};
constexpr Pass token_pass {Strategy::tokens, find::find_same_tokens, replace::replace_tokens};
constexpr Pass typographic_pass {
    Strategy::typography, match::find_typographic_text, replace::replace_typographic};

class Editor {
public:
    Editor(std::string_view text, const EditSpec& wanted, std::string_view file)
        : text(text)
        , wanted(wanted)
        , file(file)
    {
    }

    Edited edit()
    {
        if (wanted.mode == MatchMode::regex)
            return edit_by_pattern();
        const std::vector<Pass> ways = passes();
        for (auto pass = ways.begin(); pass != ways.end(); ++pass) {
            const match::Matches matches = matches_of(*pass);
            if (matches.places.empty())
                continue;
            check_other_ways(*pass, matches, {pass + 1, ways.end()});
            check_outcome(*pass, matches);
            return edit_by(*pass, matches);
        }
        if (auto edited = edit_without_numbers())
            return *std::move(edited);
        const auto place = find::place_of_new_text(text, wanted);
        if (place && find::is_kept_part_there(text, wanted))
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

    match::Matches matches_of(const Pass& pass) const
    {
        match::Matches matches = pass.find(text, wanted.old_text);
        if (pass.replace == exact_pass.replace || pass.replace == typographic_pass.replace)
            leave_to_lines(matches);
        if (wanted.mode != MatchMode::exact)
            leave_out_other_letters(matches);
        return matches;
    }

    // Returns true if the match covers only a part of its first or last line.
    bool is_part_of_lines(match::Match place) const
    {
        return !match::starts_line(text, place.begin)
            || (text[place.end - 1] != '\n' && match::line_end(text, place.end) != place.end);
    }

    // Returns true if an old text that begins with indentation was found within a line.
    bool is_indented_in_line(const match::Matches& found) const
    {
        return !text::indentation_of(wanted.old_text).empty()
            && std::any_of(
                found.places.begin(), found.places.end(), [this](const match::Match& place) {
                    return !match::starts_line(text, place.begin);
                });
    }

    // Throws AMBIGUOUS if a later way to search finds another place and the first place is
    // uncertain. It is uncertain if it is not indented like the old text, since each way ignores
    // something that the others compare, or if it is only a part of a line and the other place is
    // whole lines.
    void check_other_ways(
        const Pass& pass, const match::Matches& found, std::span<const Pass> others) const
    {
        const bool is_exact = pass.strategy == Strategy::exact;
        const bool is_only_part = is_exact && wanted.which == Which::the_only_one
            && found.places.size() == 1 && is_part_of_lines(found.places.front());
        if (others.empty()
            || (is_exact ? !is_indented_in_line(found) && !is_only_part
                         : match::has_indentation_of(text, found, wanted.old_text)))
            return;
        if (is_exact && !is_only_part)
            others = others.first(1); // whole lines
        for (const Pass& way : others)
            for (const match::Match place : matches_of(way).places)
                if (!found.has_part_of(place) && !(is_exact && is_part_of_lines(place)))
                    throw ambiguous_ways(
                        text, {found.places.front(), pass.strategy}, {place, way.strategy}, file);
    }

    // Throws if the new text is already at another line: an edit that is sent again after it was
    // made must not be made at a place with another indentation.
    void check_outcome(const Pass& pass, const match::Matches& found) const
    {
        if (pass.strategy == Strategy::exact
            || match::has_indentation_of(text, found, wanted.old_text))
            return;
        const auto outcome = find::place_of_outcome(text, wanted);
        if (outcome && !found.has_part_of({*outcome, *outcome + 1}))
            throw outcome_elsewhere(text, {found.places.front(), pass.strategy}, *outcome, file);
    }

    // Makes the edit without line numbers of a listing. The numbers in the old text show that those
    // in the new text are not part of the file.
    std::optional<Edited> edit_without_numbers() const
    {
        if (wanted.mode == MatchMode::exact)
            return {};
        const auto texts = find::without_numbers(text, wanted);
        if (!texts || match::find_lines(text, texts->old_text).places.empty())
            return {};
        Edited edited
            = Editor(text, {texts->old_text, texts->new_text, wanted.mode, wanted.which}, file)
                  .edit();
        edited.strategy = Strategy::listing;
        return edited;
    }

    // Drops matches that begin within an indentation if the old text begins with whitespace. The
    // file is then indented differently, so that the new lines would not be indented like the file.
    void leave_to_lines(match::Matches& matches) const
    {
        const bool is_indented = !text::indentation_of(wanted.old_text).empty()
            && !match::tokens_of(wanted.old_text).empty();
        const auto is_shifted = [&](match::Match place) {
            const std::size_t begin = text::line_begin(text, place.begin);
            return begin < place.begin
                && text::indentation_of(text.substr(begin)).size() > place.begin - begin;
        };
        if (!is_indented)
            return;
        check_line_lengths(text, matches.places);
        const std::size_t count = matches.places.size();
        matches.places.erase(
            std::remove_if(matches.places.begin(), matches.places.end(), is_shifted),
            matches.places.end());
        if (wanted.which == Which::all && matches.places.size() < count)
            matches.places.clear();
    }

    // Drops matches that end before a combining accent, which is part of the last letter: "cafe"
    // does not match in "café".
    void leave_out_other_letters(match::Matches& matches) const
    {
        const auto is_other = [this](match::Match place) {
            return place.end > place.begin && text::continues_character(text, place.end);
        };
        matches.places.erase(std::remove_if(matches.places.begin(), matches.places.end(), is_other),
            matches.places.end());
    }

    Edited edit_by(const Pass& pass, const match::Matches& matches)
    {
        if (wanted.which == Which::the_only_one && matches.places.size() > 1)
            throw ambiguous(text, matches.places, pass.strategy, file);
        const auto places = matches.apart();
        const bool is_loose = pass.strategy == Strategy::lines || pass.strategy == Strategy::tokens;
        if (std::all_of(places.begin(), places.end(), [&](match::Match place) {
                return find::is_grown(text, place, wanted)
                    || (is_loose && find::is_grown_by_tokens(text, place, wanted));
            }))
            throw already_applied(text, places.front().begin, file);
        check_part_of_places(pass, places);
        const replace::Change change {text, wanted.old_text, wanted.new_text};
        replace::Replacer replacer(change, pass.replace, dependence_of(pass));
        if (dependence_of(pass) != replace::Depends::on_nothing)
            check_line_lengths(text, places);
        std::vector<match::Replacement> replacements;
        replacements.reserve(places.size());
        for (const match::Match place : places) {
            auto replacement = replacer.replace(place);
            if (auto* unclear = std::get_if<replace::AmbiguousReplacement>(&replacement)) {
                if (unclear->doubt == replace::Doubt::gaps)
                    throw unclear_gaps(text, place, file);
                if (unclear->as_written.empty())
                    unclear->as_written = wanted.new_text;
                throw unclear_indentation(text, place, *unclear, file);
            }
            replacements.push_back(std::move(std::get<match::Replacement>(replacement)));
        }
        return finish(pass.strategy, std::move(replacements));
    }

    // Throws if some of the places already have the new text, which would be inserted there twice.
    void check_part_of_places(const Pass& pass, const std::vector<match::Match>& places) const
    {
        if (pass.strategy != Strategy::exact || wanted.mode == MatchMode::exact
            || places.size() == 1
            || wanted.new_text.find(wanted.old_text) == std::string_view::npos)
            return;
        const auto grown = std::find_if(places.begin(), places.end(),
            [&](match::Match place) { return find::is_grown(text, place, wanted); });
        if (grown != places.end())
            throw applied_in_part(text, grown->begin, file);
    }

    replace::Depends dependence_of(const Pass& pass) const
    {
        const bool has_break = wanted.new_text.find('\n') != std::string_view::npos
            || wanted.old_text.find('\n') != std::string_view::npos;
        if (pass.strategy == Strategy::lines || pass.strategy == Strategy::tokens)
            return replace::Depends::on_surroundings;
        const bool is_indented = !text::indentation_of(wanted.new_text).empty();
        return pass.strategy == Strategy::exact && !has_break && !is_indented
            ? replace::Depends::on_nothing
            : replace::Depends::on_lines;
    }

    Edited edit_by_pattern()
    {
        auto replacements = find::find_pattern(text, wanted.old_text, wanted.new_text);
        if (replacements.empty())
            throw no_match(text, wanted, file);
        if (wanted.which == Which::the_only_one && replacements.size() > 1) {
            std::vector<match::Match> places;
            places.reserve(replacements.size());
            for (const auto& replacement : replacements)
                places.push_back(replacement.match);
            throw ambiguous(text, places, Strategy::regex, file);
        }
        return finish(Strategy::regex, std::move(replacements));
    }

    Edited finish(Strategy strategy, std::vector<match::Replacement> replacements)
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

    std::string_view text;
    const EditSpec& wanted;
    std::string_view file;
};

}

static void remove_mark(std::string_view& text)
{
    if (text.starts_with(byte_order_mark))
        text.remove_prefix(byte_order_mark.size());
}

static Edited edit_marked(std::string_view text, const EditSpec& wanted, std::string_view name)
{
    EditSpec unmarked = wanted;
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

// Returns true if the edit itself names carriage returns, or changes only line endings.
static bool is_about_returns(const EditSpec& wanted)
{
    if (wanted.mode == MatchMode::regex)
        return glob::names_character(wanted.old_text, '\r');
    return text::with_line_feeds(wanted.old_text) == text::with_line_feeds(wanted.new_text);
}

Edited edit_text(std::string_view text, const EditSpec& wanted, std::string_view name)
{
    if (!text::has_lone_returns(text) || is_about_returns(wanted))
        return edit_marked(text, wanted, name);
    const std::string file = text::with_line_feeds(text);
    const std::string old_text = text::with_line_feeds(wanted.old_text);
    const std::string new_text = text::with_line_feeds(wanted.new_text);
    Edited edited = edit_marked(file, {old_text, new_text, wanted.mode, wanted.which}, name);
    text::put_returns(edited.text);
    for (auto& replacement : edited.replacements)
        text::put_returns(replacement.text);
    return edited;
}

}
