#include "matches.hpp"
#include "line.hpp"
#include "match_sequence.hpp"
#include "preview.hpp"

#include <algorithm>

namespace fs_search {

namespace {

class Cutter {
public:
    Cutter(std::string_view text, std::int64_t context_lines)
        : text(text)
        , context_lines(context_lines)
    {
    }

    // With the line or lines that `span` is on, and those around them.
    Match cut(const Span& span)
    {
        const std::size_t begin = toolkit::text::line_begin(text, span.begin);
        // A match that ends with a line break ends on the line before it.
        const std::size_t end
            = line_end(text, std::max(span.begin, span.end - (span.end > span.begin ? 1 : 0)));
        line += static_cast<std::int64_t>(count_line_breaks(text.substr(counted, begin - counted)));
        counted = begin;
        const Preview preview = preview_around(text.substr(begin, end - begin), span.begin - begin);
        Match match {line, static_cast<std::int64_t>(span.begin - begin) + 1, preview.text,
            preview.is_clipped};
        take_before(match, begin);
        take_after(match, end);
        return match;
    }

private:
    std::string_view clip(Match& match, std::size_t begin, std::size_t end) const
    {
        const Preview preview = preview_around(text.substr(begin, end - begin), 0);
        match.is_clipped = match.is_clipped || preview.is_clipped;
        return preview.text;
    }

    void take_before(Match& match, std::size_t begin) const
    {
        for (std::int64_t left = context_lines; left > 0 && begin > 0; --left) {
            const std::size_t previous = toolkit::text::line_begin(text, begin - 1);
            match.before.push_back(clip(match, previous, begin - 1));
            begin = previous;
        }
        std::reverse(match.before.begin(), match.before.end());
    }

    void take_after(Match& match, std::size_t end) const
    {
        for (std::int64_t left = context_lines; left > 0 && end + 1 < text.size(); --left) {
            const std::size_t next = line_end(text, end + 1);
            match.after.push_back(clip(match, end + 1, next));
            end = next;
        }
    }

    std::string_view text;
    std::int64_t context_lines;
    std::size_t counted = 0; // up to where `line` has been counted
    std::int64_t line = 1;
};

}

std::int64_t find_matches(
    std::string_view text, const Matcher& matcher, const Wanted& wanted, const TakeMatch& take)
{
    std::int64_t count = 0;
    MatchSequence sequence(matcher, text);
    Cutter cutter(text, wanted.context_lines);
    const std::int64_t most = wanted.mode == Mode::files ? 1 : wanted.most_results;
    std::size_t from = 0;
    while (from < text.size()) {
        const auto span = sequence.next(from);
        const bool is_behind_all = span && span->begin == text.size() && text.back() == '\n';
        if (!span || is_behind_all)
            break;
        ++count;
        if (wanted.mode == Mode::matches)
            take(cutter.cut(*span));
        if (wanted.mode != Mode::count && count == most)
            break;
        from = std::max(span->end, line_end(text, span->begin) + 1);
    }
    return count;
}

}
