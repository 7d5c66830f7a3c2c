#include "plain_text.hpp"

#include "match.hpp"
#include "toolkit/text/folding.hpp"

#include <algorithm>

namespace fs_edit::find {

using namespace toolkit;

PlainText::PlainText(std::string_view original)
{
    std::size_t at = 0;
    std::size_t typographic = text::find_typographic(original, 0);
    std::size_t crlf = std::min(find_bytes(original, "\r\n", 0), original.size());
    while (at < original.size()) {
        const std::size_t next = std::min(typographic, crlf);
        plain += original.substr(at, next - at);
        if (next == original.size())
            return;
        if (next == crlf) {
            add("\n", next, next + 2);
            at = next + 2;
            crlf = std::min(find_bytes(original, "\r\n", at), original.size());
            continue;
        }
        const text::TypographicCharacter& found
            = *text::typographic_character(original.substr(next));
        add(found.plain, next, next + found.character.size());
        is_typographic = true;
        at = next + found.character.size();
        typographic = text::find_typographic(original, at);
    }
}

void PlainText::add(std::string_view replacement, std::size_t begin, std::size_t end)
{
    differences.push_back({plain.size(), plain.size() + replacement.size(), begin, end});
    plain += replacement;
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
