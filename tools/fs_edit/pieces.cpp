#include "pieces.hpp"

#include <algorithm>
#include <utility>

namespace fs_edit {

using namespace toolkit;

Pieces::Piece Pieces::Piece::part(std::size_t first, std::size_t last) const
{
    if (is_kept)
        return {true, begin + first, begin + last, {}};
    return {false, 0, 0, text.substr(first, last - first)};
}

void Pieces::apply(const std::vector<text::TextChange>& changes)
{
    std::vector<Piece> result;
    auto piece = pieces.cbegin();
    std::size_t at = 0; // offset in the current text
    std::size_t used = 0; // number of bytes used of the current piece
    const auto advance = [&](std::size_t to, bool is_kept) {
        while (at < to) {
            const std::size_t last = std::min(piece->size(), used + (to - at));
            if (is_kept && last > used)
                result.push_back(piece->part(used, last));
            at += last - used;
            used = last;
            if (used == piece->size() && at < to) {
                ++piece;
                used = 0;
            }
        }
    };
    for (const auto& [match, text] : changes) {
        advance(match.begin, true);
        if (!text.empty())
            result.push_back({false, 0, 0, text});
        advance(match.end, false);
    }
    std::size_t rest = 0;
    for (auto left = piece; left != pieces.cend(); ++left)
        rest += left->size();
    advance(at + rest - used, true);
    pieces = std::move(result);
}

Pieces Pieces::split(std::size_t at)
{
    Pieces rest(original);
    const auto all = std::exchange(pieces, {});
    rest.pieces.clear();
    original.end = original.begin;
    for (const Piece& piece : all) {
        const std::size_t size = std::min(at, piece.size());
        if (size > 0)
            pieces.push_back(piece.part(0, size));
        if (size > 0 && piece.is_kept)
            original.end = piece.begin + size;
        if (size < piece.size())
            rest.pieces.push_back(piece.part(size, piece.size()));
        at -= size;
    }
    rest.original.begin = original.end;
    return rest;
}

std::vector<text::TextChange> Pieces::changes() const
{
    std::vector<text::TextChange> changes;
    std::string inserted;
    std::size_t at = original.begin;
    const auto flush = [&](std::size_t kept) {
        if (kept > at || !inserted.empty())
            changes.push_back({{at, kept}, std::exchange(inserted, {})});
    };
    for (const Piece& piece : pieces) {
        if (!piece.is_kept) {
            inserted += piece.text;
            continue;
        }
        flush(piece.begin);
        at = piece.end;
    }
    flush(original.end);
    return changes;
}

bool Pieces::has_new(text::TextRange range) const
{
    std::size_t at = 0;
    for (const Piece& piece : pieces) {
        const std::size_t end = at + piece.size();
        if (!piece.is_kept && at < range.end && end > range.begin)
            return true;
        at = end;
    }
    return false;
}

bool Pieces::has_kept(text::TextRange range) const
{
    return std::any_of(pieces.begin(), pieces.end(), [&](const Piece& piece) {
        return piece.is_kept && piece.begin <= range.begin && piece.end >= range.end;
    });
}

}
