#include "match_sequence.hpp"
#include "line.hpp"
#include "tools/fs_search/regex/automaton_scan.hpp"

#include <algorithm>

namespace fs_search {

namespace {

// So many lines without a match, in so few bytes for each, have the search give up its text.
constexpr std::size_t most_misses = 16;
constexpr std::size_t bytes_for_a_miss = 400;

// So much the automaton looks at before its lines are tried: few results need not all of a file.
constexpr std::size_t bytes_in_a_scan = 128 << 10;

}

MatchSequence::MatchSequence(const Matcher& matcher, std::string_view text)
    : matcher(matcher)
    , plan(matcher.plan())
    , text(text)
    , way(plan.finder() != nullptr ? Way::by_texts : way_without_texts())
{
}

MatchSequence::Way MatchSequence::way_without_texts() const
{
    return plan.automaton() != nullptr && !plan.doubt().is_justified() ? Way::by_automaton
                                                                       : Way::by_expression;
}

std::optional<Span> MatchSequence::next(std::size_t from)
{
    switch (way) {
    case Way::by_texts: return next_by_texts(from);
    case Way::by_automaton: return next_by_automaton(from);
    case Way::by_expression: return next_by_expression(from);
    }
    return std::nullopt;
}

std::optional<Span> MatchSequence::next_by_expression(std::size_t from) const
{
    return matcher.match_in(text, {from, text.size()});
}

Span MatchSequence::line_from(std::size_t from, std::size_t place) const
{
    return {std::max(from, toolkit::text::line_begin(text, place)), line_end(text, place)};
}

std::optional<Span> MatchSequence::next_by_texts(std::size_t from)
{
    while (true) {
        const std::size_t place = plan.finder()->find(text, from);
        if (place == std::string_view::npos)
            return std::nullopt;
        if (plan.is_plain())
            return matcher.text_at(place);
        if (plan.spans_lines())
            return next_by_expression(from);
        const Span line = line_from(from, place);
        if (const auto found = matcher.match_in(text, line)) {
            tries = 0;
            return found;
        }
        first_try = tries++ == 0 ? from : first_try;
        from = line.end;
        // Where lines with such a text seldom match, it is quicker not to stop at each.
        if (tries > most_misses && from - first_try < tries * bytes_for_a_miss) {
            way = way_without_texts();
            return next(from);
        }
    }
}

std::optional<Span> MatchSequence::next_by_automaton(std::size_t from)
{
    scanned = std::max(scanned, toolkit::text::line_begin(text, from));
    while (true) {
        if (const auto found = next_accepted(from))
            return found;
        if (scanned >= text.size())
            return std::nullopt;
        from = std::max(from, scanned);
        if (plan.doubt().is_justified()) {
            way = Way::by_expression;
            return next_by_expression(from);
        }
        scan(scanned);
    }
}

void MatchSequence::scan(std::size_t from)
{
    const std::size_t wanted = std::min(text.size(), from + bytes_in_a_scan);
    scanned = std::min(line_end(text, wanted - 1) + 1, text.size());
    accepted = regex::accepted_lines(*plan.automaton(), text.substr(from, scanned - from));
    for (auto& place : accepted)
        place += from;
    next_in_accepted = 0;
    plan.doubt().learn(scanned - from, 0);
}

std::optional<Span> MatchSequence::next_accepted(std::size_t from)
{
    std::optional<Span> found;
    std::size_t failures = 0;
    while (!found && next_in_accepted < accepted.size()) {
        const Span line = line_from(from, accepted[next_in_accepted++]);
        if (line.end < from)
            continue;
        found = matcher.match_in(text, line);
        failures += found ? 0 : 1;
    }
    if (failures > 0)
        plan.doubt().learn(0, failures);
    return found;
}

}
