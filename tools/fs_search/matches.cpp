#include "matches.hpp"
#include "line.hpp"
#include "match_sequence.hpp"

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

    // With the line or lines that `span` is on, and those around them.
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
    std::size_t counted = 0; // up to where `line` has been counted
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

}
