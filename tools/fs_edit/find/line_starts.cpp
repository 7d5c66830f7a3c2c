#include "line_starts.hpp"

#include "toolkit/match/tokens.hpp"
#include "toolkit/text/folding.hpp"

#include <algorithm>

namespace fs_edit::find {

bool starts_line(std::string_view text, std::size_t at)
{
    while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t'))
        --at;
    return at == 0 || text[at - 1] == '\n';
}

static text::Line line_of(std::string_view text, std::size_t at)
{
    const std::size_t begin = text::line_begin(text, at);
    return {text.substr(begin, line_end(text, at) - begin), text::LineEnd::lf};
}

LineStarts line_starts(std::string_view text, Match match, std::string_view wanted)
{
    const auto written = match::tokens_of(wanted);
    const auto there = match::tokens_of(text.substr(match.begin, match.end - match.begin));
    LineStarts starts;
    for (std::size_t number = 0; number < std::min(written.size(), there.size()); ++number) {
        const auto in_wanted = static_cast<std::size_t>(written[number].data() - wanted.data());
        const auto in_text = static_cast<std::size_t>(there[number].data() - text.data());
        if (!starts_line(wanted, in_wanted) || !starts_line(text, in_text))
            continue;
        starts.written.push_back(line_of(wanted, in_wanted));
        starts.file.push_back(line_of(text, in_text));
    }
    return starts;
}

static bool is_indented_alike(const text::Line& left, const text::Line& right)
{
    return text::indentation_of(left.text) == text::indentation_of(right.text);
}

bool has_indentation_of(std::string_view text, const Matches& found, std::string_view wanted)
{
    return std::any_of(found.places.begin(), found.places.end(), [&](Match place) {
        const auto [written, file] = line_starts(text, place, wanted);
        return std::equal(written.begin(), written.end(), file.begin(), is_indented_alike);
    });
}

}
