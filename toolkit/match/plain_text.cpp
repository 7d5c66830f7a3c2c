#include "toolkit/match/plain_text.hpp"

#include "toolkit/match/search.hpp"
#include "toolkit/text/folding.hpp"

#include <algorithm>

namespace toolkit::match {

PlainText::PlainText(std::string_view original, Fold fold)
    : original(original)
{
    const auto find_newline = [&](std::size_t from) {
        return std::min(find_bytes(original, "\r\n", from), original.size());
    };
    const auto find_character = [&](std::size_t from) {
        return fold == Fold::typography ? text::find_typographic(original, from) : original.size();
    };
    std::size_t done = 0;
    std::size_t newline = find_newline(0);
    std::size_t character = find_character(0);
    while (std::min(newline, character) < original.size()) {
        const std::size_t next = std::min(newline, character);
        copy += original.substr(done, next - done);
        if (next == newline) {
            done = next + 2;
            add("\n", next, done);
            newline = find_newline(done);
            continue;
        }
        const text::TypographicCharacter& found
            = *text::typographic_character(original.substr(next));
        done = next + found.character.size();
        add(found.plain, next, done);
        is_typographic = true;
        character = find_character(done);
    }
    if (!differences.empty())
        copy += original.substr(done);
}

void PlainText::add(std::string_view replacement, std::size_t begin, std::size_t end)
{
    differences.push_back({copy.size(), copy.size() + replacement.size(), begin, end});
    copy += replacement;
}

std::optional<std::size_t> PlainText::in_original(std::size_t offset, Edge edge) const
{
    const auto is_before = [&](const Difference& difference) {
        if (difference.plain == difference.plain_end)
            return edge == Edge::begin ? difference.plain <= offset : difference.plain < offset;
        return difference.plain_end <= offset;
    };
    const auto next = std::partition_point(differences.begin(), differences.end(), is_before);
    if (next != differences.end() && next->plain < offset)
        return {};
    if (next == differences.begin())
        return offset;
    const Difference& last = *(next - 1);
    return last.original_end + (offset - last.plain_end);
}

std::optional<Match> PlainText::in_original(Match place) const
{
    const auto begin = in_original(place.begin, Edge::begin);
    const auto end = in_original(place.end, Edge::end);
    return begin && end ? std::optional(Match {*begin, *end}) : std::nullopt;
}

std::size_t PlainText::in_plain(std::size_t offset) const
{
    const auto next = std::partition_point(differences.begin(), differences.end(),
        [offset](const Difference& difference) { return difference.original_end <= offset; });
    const std::size_t plain_end = next == differences.begin() ? 0 : (next - 1)->plain_end;
    const std::size_t original_end = next == differences.begin() ? 0 : (next - 1)->original_end;
    const bool is_within = next != differences.end() && next->original < offset;
    return is_within ? next->plain : plain_end + (offset - original_end);
}

}
