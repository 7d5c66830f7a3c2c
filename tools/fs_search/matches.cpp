#include "matches.hpp"

#include "line.hpp"
#include "tools/fs_search/regex/automaton_scan.hpp"

#include <algorithm>

namespace fs_search {

namespace {

class Cutter {
public:
    Cutter(std::string_view text, const Wanted& wanted)
        : text(text)
        , wanted(wanted)
    {
    }

    // Returns the match with the lines that contain `span`, and the lines around them.
    Match cut(const Span& span)
    {
        const std::size_t begin = toolkit::text::line_begin(text, span.begin);
        // A match that ends with a newline ends on the line before it.
        const std::size_t end
            = line_end(text, std::max(span.begin, span.end - (span.end > span.begin ? 1 : 0)));
        line += static_cast<std::int64_t>(count_newlines(text.substr(counted, begin - counted)));
        counted = begin;
        Match match {line, span.begin - begin, text.substr(begin, end - begin)};
        take_before(match, begin);
        take_after(match, end);
        return match;
    }

private:
    void take_before(Match& match, std::size_t begin) const
    {
        for (std::int64_t left = wanted.lines_before; left > 0 && begin > 0; --left) {
            const std::size_t previous = toolkit::text::line_begin(text, begin - 1);
            match.before.push_back(text.substr(previous, begin - 1 - previous));
            begin = previous;
        }
        std::reverse(match.before.begin(), match.before.end());
    }

    void take_after(Match& match, std::size_t end) const
    {
        for (std::int64_t left = wanted.lines_after; left > 0 && end + 1 < text.size(); --left) {
            const std::size_t next = line_end(text, end + 1);
            match.after.push_back(text.substr(end + 1, next - end - 1));
            end = next;
        }
    }

    std::string_view text;
    const Wanted& wanted;
    std::size_t counted = 0; // `line` has been counted up to here
    std::int64_t line = 1;
};

}

std::int64_t find_matches(
    std::string_view text, const Matcher& matcher, const Wanted& wanted, const TakeMatch& take)
{
    std::int64_t count = 0;
    MatchSequence sequence(matcher, text);
    Cutter cutter(text, wanted);
    const std::int64_t max_count = wanted.mode == Mode::files ? 1 : wanted.max_results;
    std::size_t from = 0;
    while (from < text.size()) {
        const auto span = sequence.next(from);
        const bool is_after_all = span && span->begin == text.size() && text.back() == '\n';
        if (!span || is_after_all)
            break;
        count += wanted.mode != Mode::matches || take(cutter.cut(*span)) ? 1 : 0;
        if (wanted.mode != Mode::count && count == max_count)
            break;
        from = std::max(span->end, line_end(text, span->begin) + 1);
    }
    return count;
}

namespace {

// The search for texts is given up after this many lines without a match, if it needed fewer than
// this many bytes for each of them.
constexpr std::size_t max_misses = 16;
constexpr std::size_t bytes_for_a_miss = 400;

// The automaton scans this many bytes before its lines are tried, since few results do not need the
// whole file.
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
        // If lines with such a text seldom match, it is faster not to stop at each of them.
        if (tries > max_misses && from - first_try < tries * bytes_for_a_miss) {
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
